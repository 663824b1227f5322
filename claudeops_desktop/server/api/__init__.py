"""The REST interface, version 1 (X1). ``operations`` says what there is; the OpenAPI document is made of that."""
