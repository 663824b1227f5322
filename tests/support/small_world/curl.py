"""``curl`` for one URL: -i, -I, -o FILE, -w FORMAT, -m SECONDS and what may be ignored."""

import http.client
import sys
from urllib.parse import urlsplit

shown, head, output, form, limit, url = False, False, True, "", 10.0, ""
words = sys.argv[1:]
while words:
    word = words.pop(0)
    if word.startswith("--"):
        if word in ("--max-time", "--connect-timeout"):
            limit = float(words.pop(0))
    elif word.startswith("-"):
        shown, head = shown or "i" in word or "v" in word, head or "I" in word
        if word.endswith("o"):
            output = words.pop(0) != "/dev/null"
        elif word.endswith("w"):
            form = words.pop(0)
        elif word.endswith("m"):
            limit = float(words.pop(0))
    else:
        url = word
place = urlsplit(url if "//" in url else f"http://{url}")
try:
    connection = http.client.HTTPConnection(place.hostname, place.port or 80, timeout=limit)
    connection.request("HEAD" if head else "GET", place.path or "/")
    answer = connection.getresponse()
    text, status = answer.read().decode(), answer.status
except ConnectionRefusedError:
    sys.exit(
        f"curl: (7) Failed to connect to {place.hostname} port {place.port} after 0 ms: Couldn't connect to server"
    )
except (http.client.RemoteDisconnected, ConnectionResetError):
    sys.exit("curl: (52) Empty reply from server")
except OSError as error:
    sys.exit(f"curl: (28) {error}")
if shown or head:
    print(f"HTTP/1.1 {status} {answer.reason}\n" + "".join(f"{k}: {v}\n" for k, v in answer.getheaders()))
if output and not head:
    sys.stdout.write(text)
if form:
    sys.stdout.write(form.replace("%{http_code}", str(status)).replace("\\n", "\n"))
