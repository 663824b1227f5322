"""What pages are made of: columns, actions, filters, forms and details, which a page declares and the kit shows.

A page is a specification, its commands and its words. What a declaration cannot say is a subclass with a name; nothing
here knows of a particular page.
"""
