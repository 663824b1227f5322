"""Small widgets that several pages share."""
