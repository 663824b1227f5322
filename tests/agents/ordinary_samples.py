"""Sentences and lines of logs that hold no secret, though they speak of some or look like one."""

from __future__ import annotations

from .secret_samples import HEX, base64_of, made, pem, uuid_of


def ordinary_texts() -> list[str]:
    """Sentences and lines of logs that hold no secret."""
    sha, digest, uuid = made("sha", 40, HEX), made("dig", 64, HEX), uuid_of("plain")
    certificate, _ = pem("CERTIFICATE")
    public, _ = pem("PUBLIC KEY")
    pgp, _ = pem("PGP PUBLIC KEY BLOCK")
    request, _ = pem("CERTIFICATE REQUEST")
    return [
        *(line.strip() for line in _PROSE.strip().splitlines()),
        *(line.strip() for line in _LOGS.strip().splitlines()),
        f"commit {sha}",
        f"HEAD is now at {sha[:9]} Restart the watcher after a failure",
        f"{sha}  refs/heads/main",
        f"Image nginx@sha256:{digest} pulled",
        f"sha256sum: {digest}  backup.tar.zst",
        f"md5 {digest[:32]} matches",
        f"container {digest[:12]} started, id {digest}",
        f"boot id {uuid}, machine-id {digest[:32]}",
        f"request_id={uuid} status=200 duration=12ms",
        f"UUID={uuid} /srv ext4 defaults 0 2",
        f"trace_id={digest[:32]} span_id={digest[:16]}",
        f"token bucket {uuid} refilled",
        f"pod web-7d4b9c6f5d-x2x8q on node {uuid}",
        f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{made('pub', 43)} ops@nas",
        f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{made('rsa', 340)} ops@nas",
        f"SHA256:{made('fp', 43)} ops@nas (ED25519)",
        "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48 host key",
        f"public key: {made('wgpub', 43)}=",
        f"PublicKey = {made('wgpub2', 43)}=",
        f"AllowedIPs = 10.8.0.2/32, peer {made('wgpub3', 43)}=",
        "age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq",
        f'"etag": "{digest[:32]}", "size": 1234',
        f"certificate serial {digest[:36]}",
        f"zfs pool guid {int(digest[:15], 16)}",
        f"integrity sha512-{base64_of(made('sri', 64))}",
        f"resourceVersion: {int(digest[:8], 16)}",
        f"config map hash {digest[:10]} changed",
        f"ca.crt: {base64_of('-' * 5 + 'BEGIN CERTIFICATE' + '-' * 5 + made('cc', 90))}",
        f"certificate-authority-data: {base64_of('-' * 5 + 'BEGIN CERTIFICATE' + '-' * 5 + made('cd', 90))}",
        certificate,
        public,
        pgp,
        request,
    ]


_PROSE = """
Password rotation happens every 90 days.
password rotation happens every 90 days
The password is wrong
the password is wrong.
The password is incorrect for user root
The password is stored in the vault.
The password is required
The password is in Bitwarden under nas.
The password is expired since Monday
The password is not set
The password is set by Ansible
The password is hashed with argon2
The password is sha256-hashed before it is sent
The password is base64-encoded, not encrypted
The password is AES-256 encrypted at rest
The password is 12 characters long
The password is at least 16 characters
The password is valid for 30 days
The password is case-sensitive.
The password is unchanged since 2024-03-01
The password was rotated on 2024-03-01.
The password was changed yesterday at 14:30
The password was last changed 2026-01-02
The password for postgres is rotated by vault
The password of user2 was reset by web01
The password to the nas is in the safe
Password authentication is disabled on port 2222
password authentication failed for user "app"
FATAL: password authentication failed for user "replicator1"
Failed password for root from 10.0.0.5 port 52311 ssh2
Accepted password for ops from 192.168.1.20 port 50122 ssh2
Failed password for invalid user admin1 from 10.0.0.7 port 40022 ssh2
passwords must have 12 characters and 2 digits
password policy v2 applies to web01
Password manager 1Password 8 is used
password: wrong
password: required
Password: incorrect, 3 attempts left
The token expired
token expired at 2026-01-02T03:04:05Z
The token expires after 30 minutes
The token is valid until 2026-12-31
token is expired
The token is refreshed every 3600s
tokens: 1234 in, 5678 out
input_tokens=1234 output_tokens=4321
max_tokens: 4096
"max_tokens": 4096
token bucket: 100 per second
The secret is mounted at /run/secrets/db
secret "db-credentials" not found
Secret default/postgres-tls-2024 was updated
The secret is named postgres-creds-v2
secretName: web-tls-2024
secretKeyRef: name db key password
The API key is missing
API key rotation is due in 14 days
The api key is read from the environment
The access key is older than 90 days
The private key is 4096 bits
The private key is ed25519
private key /etc/ssl/private/nas.key is readable by all
The public key is ed25519 as well
The credentials are stored in services.toml
credentials expired for user app
credentials: see the vault
Credential helper osxkeychain is configured
The PIN is required
The passphrase is asked for at boot
Basic authentication is used
Bearer authentication is required
bearer authentication-failed
The bearer token has expired
Cookie: required
The cookie is set by the proxy
cookies are enabled
authorization: required
Authorization header missing
Authorization: Bearer
Two-factor authentication is on since v10.4.2
Use mysql 8.0.36 with utf8mb4
mysql -u root -h db1 -P 3306 -e 'show databases'
mysqldump --single-transaction app > app.sql
docker run -p 8080:80 -u 1000:1000 nginx:1.25
docker run -p 127.0.0.1:5432:5432 postgres:16
ssh -p 2222 ops@nas uptime
mkdir -p /srv/backups/2026-01-02
curl -u "$USER:$PASS" https://x/
curl --user "${NAS_USER}:${NAS_PASSWORD}" https://nas/
curl -b cookies.txt https://x/
zip -r out.zip folder
grep -P 'a\\d+' file
rsync -P nas:/srv /srv
redis-cli -a "$REDIS_PASSWORD" ping
psql -w -h db1 app
ps -p 12345 -o args
PASSWORD_FILE=/run/secrets/db
password_file: /run/secrets/db2
password: $DB_PASSWORD
password: ${DB_PASSWORD}
password: {{ vault_db_password }}
password = var.db_password
password=os.environ["DB_PASSWORD"]
token: null
secret: {{ lookup('env', 'X1') }}
TOKEN_TTL=3600
PASS=12 FAIL=0 SKIP=3
PASS: 12 tests
PWD=/home/ops OLDPWD=/srv
MYSQL_ALLOW_EMPTY_PASSWORD=yes
POSTGRES_HOST_AUTH_METHOD=md5
pass 1 of 3, 42% done
pass rate 98.7% over 7d
The second pass took 12m34s
key: value12
key=web01 value=3
sort key is created_at2
primary key is id2
The ssh key is id_ed25519_2024
The GPG key 0x1234ABCD5678EF90 signs packages
license key is in the drawer
Jellyfin listens on 8096 and has no password.
Nginx was restarted twice; token renewal works again.
Restarting the auth service fixed the token errors in 2m30s.
The secretary of state visited 3 sites.
Tokyo tokenizer v2 splits at 512 tokens
Skipping sk-learn 1.4.2 in the image
task-1234567890abcdef is done
hf_transfer is installed
npm_config_registry is set
npm_lifecycle_event=postinstall
AC power restored after 32s
SK hynix disk SKHynix_HFS001TDE9X084N is at 43 C
desk-set-2024 is a hostname
sig=11 received, core dumped
The signal sig=SIGTERM was sent
password-protected shares are listed below
secret-manager-7d9f8b6c5-abcde is running
token-refresher-2 restarted 3 times
vault-agent v1.15.4 renewed its lease
"""

_LOGS = """
2026-01-02T03:04:05.678Z INFO server listening on 0.0.0.0:8443
Jan  2 03:04:05 nas sshd[12345]: Connection closed by 10.0.0.5 port 52311 [preauth]
10.0.0.5 - - [02/Jan/2026:03:04:05 +0000] "GET /api/v1/items?page=2 HTTP/1.1" 200 5123
app.py:1042:main:error:failed
src/db.go:2210:open:warn:retry
docker-compose.yml:1234:image:registry:latest
root:x:0:0:root:/root:/bin/bash
docker:x:999:ops
root:*:19000:0:99999:7:::
ether 52:54:00:12:34:56 txqueuelen 1000
inet6 fe80::5054:ff:fe12:3456 prefixlen 64
inet6 2001:db8:85a3:8d3:1319:8a2e:370:7348
inet 192.168.178.44/24 brd 192.168.178.255
http://host:8080/path@x
http://user@host/
https://user@git.lan/repo.git
https://grafana.lan/d/abc123XYZ/overview?orgId=1&from=now-6h
https://web1:8443/health
ssh://git@git.lan:2222/ops/homelab.git
git@github.com:owner/repo.git
postgres://db:5432/app
redis://cache:6379/0
nginx/1.25.3 (Ubuntu) OpenSSL/3.0.11
linux-image-6.1.0-18-amd64 6.1.76-1
python3.11 -m pip install requests==2.31.0
Tag v2.14.3-rc1+build.20260102
/var/lib/docker/overlay2/3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c/merged
/dev/disk/by-id/nvme-Samsung_SSD_980_PRO_1TB_S5GXNX0T123456A
smartctl: Serial Number: WD-WX12A34567B8
restart counter is at 5 for unit web@2.service
Started session-c42.scope - Session 42 of user ops.
kernel: [12345.678901] nvme0n1: I/O 123 QID 4 timeout
E0102 03:04:05.678901 1 reflector.go:147] failed to list *v1.Secret: forbidden
level=info msg="token refreshed" component=auth ttl=3600
level=warn msg="password rotation overdue" days=92
auth: user=ops method=password result=failed
time=03:04:05 event=login password=invalid user=ops
{"level":"error","msg":"invalid password","user":"app1"}
{"usage":{"input_tokens":1234,"cache_read_input_tokens":5678}}
{"token_type":"Bearer","expires_in":3600}
{"kind":"Secret","metadata":{"name":"db-credentials-v2"}}
{"secretName": "web-tls-2024", "key": "tls.crt"}
ORA-28001: the password has expired
pg_hba.conf line 12: host all all 10.0.0.0/8 scram-sha-256
Listening at 0x7ffd5e8e3a10, fd 12, pid 4242
P50=12ms P95=340ms P99=1.2s
cron: 30 2 * * * root /usr/local/bin/backup.sh
IPv4 10.0.0.1:5432:5432 is published
1704164645:host-a1:cpu0:user:12.5
SSL certificate of nas.lan expires in 12 days
ETag: W/"5e8e3a10-1234"
X-Request-Id: 7f8e9d0c1b2a
X-Forwarded-For: 10.0.0.5, 10.0.0.6
Content-Security-Policy: default-src 'self'
"""
