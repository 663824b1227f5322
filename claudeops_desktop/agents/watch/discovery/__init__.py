"""What this machine runs, proposed for watching: sockets, containers and units, each tested and given a name.

sockets.py    every socket that listens, and its process        psutil → ListeningSocket
programs.py   running containers and systemd units
probe.py      what answers on a socket                          address → ProbeAnswer
naming.py     what to call it                                   pure
propose.py    a check for it                                    pure
discover.py   all of it together, in parallel and in bounded time
"""
