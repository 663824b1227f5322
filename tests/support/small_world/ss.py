"""``ss`` for listening TCP sockets with their processes, whatever options it is given."""

import os
import re
import sys

wanted = re.findall(r":(\d+)", " ".join(sys.argv[1:]))
found = {}
for line in open("/proc/net/tcp").read().splitlines()[1:]:
    fields = line.split()
    if fields[3] == "0A":
        host, port = fields[1].split(":")
        address = ".".join(str(int(host[at : at + 2], 16)) for at in (6, 4, 2, 0))
        found[fields[9]] = (address, str(int(port, 16)))
owners = {}
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        name = open(f"/proc/{pid}/comm").read().strip()
        for number in os.listdir(f"/proc/{pid}/fd"):
            inode = re.fullmatch(r"socket:\[(\d+)\]", os.readlink(f"/proc/{pid}/fd/{number}"))
            if inode and inode[1] in found:
                owners[inode[1]] = f'users:(("{name}",pid={pid},fd={number}))'
    except OSError:
        continue
if not any(word.startswith("-") and "H" in word for word in sys.argv[1:]):
    print("State  Recv-Q Send-Q Local Address:Port  Peer Address:Port Process")
for inode, (address, port) in found.items():
    if not wanted or port in wanted:
        print(f"LISTEN 0      128    {address}:{port}     0.0.0.0:*    {owners.get(inode, '')}")
