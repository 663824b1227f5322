"""Makes the installable application: the frozen folder, its licences, the Debian package, and the trial of it."""
