"""The store on a PostgreSQL server. Nothing of it is imported while the store is a file."""
