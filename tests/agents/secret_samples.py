"""Texts with secrets in the forms that operators meet.

Every key is made here, at run time, from a fixed seed: none of them stands in a file, so no scanner takes this
repository for a leak, and none of them ever worked.
"""

from __future__ import annotations

import base64
import json
import random
from typing import NamedTuple

_ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_UPPER, HEX, _LOWER = _ALNUM[:26] + "0123456789", "0123456789abcdef", _ALNUM[26:]
_WORD = "hunter" + "2fox"
_NO_DIGIT = "correct" + "horsebattery"


class SecretSample(NamedTuple):
    """A text, and the parts of it that must be gone."""

    name: str
    text: str
    secrets: tuple[str, ...]


def made(name: str, length: int, signs: str = _ALNUM) -> str:
    """A value of that length, the same in every run, with at least one digit, one upper and one lower letter of
    ``signs`` early in it."""
    chosen = random.Random(name)
    value = [chosen.choice(signs) for _ in range(length)]
    for place, kind in ((1, "0123456789"), (2, _UPPER[:26]), (3, _LOWER)):
        usable = [sign for sign in kind if sign in signs]
        if usable and place < length:
            value[place] = chosen.choice(usable)
    return "".join(value)


def uuid_of(name: str) -> str:
    signs = made(name, 32, HEX)
    return "-".join((signs[:8], signs[8:12], signs[12:16], signs[16:20], signs[20:]))


def base64_of(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def pem(kind: str, lines: int = 6) -> tuple[str, tuple[str, ...]]:
    body = [made(f"{kind}{number}", 64) for number in range(lines)]
    dashes = "-" * 5
    return "\n".join((f"{dashes}BEGIN {kind}{dashes}", *body, f"{dashes}END {kind}{dashes}")), tuple(body)


def _keys() -> list[tuple[str, str, str]]:
    """(name, text with %s, secret): keys of known makers where they usually stand."""
    return [
        ("aws key id", "AccessKeyId %s in eu-central-1", "AKIA" + made("aws", 16, _UPPER)),
        ("aws temporary key id", "using %s from the instance role", "ASIA" + made("awst", 16, _UPPER)),
        ("aws secret", "aws_secret_access_key = %s", made("awss", 40)),
        ("aws configure", "aws configure set aws_secret_access_key %s", made("awsc", 40)),
        ("aws session token", "AWS_SESSION_TOKEN=%s", made("awsst", 200)),
        ("google api key", "https://maps.googleapis.com/maps/api/js?key=%s", "AIza" + made("goog", 35)),
        ("google oauth secret", "client %s of the console", "GOCSPX-" + made("gocs", 28)),
        ("google access token", "gcloud printed %s", "ya29." + made("ya29", 60)),
        ("azure storage", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=%s==;", made("azs", 86)),
        ("azure sas", "https://x.blob.core.windows.net/c/f?sv=2022-11-02&sp=r&sig=%s%%3D", made("sas", 43)),
        ("azure service bus", "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKey=%s=", made("azb", 43)),
        ("azure client secret", "az login with %s fails", made("az1", 3) + "8Q~" + made("az2", 34)),
        ("github classic", "remote: using %s", "ghp_" + made("ghp", 36)),
        ("github fine-grained", "pasted %s", "github_pat_" + made("gfp", 22) + "_" + made("gfq", 59)),
        ("github app", "x-access-token %s", "ghs_" + made("ghs", 36)),
        ("gitlab personal", "PRIVATE-TOKEN: %s", "glpat-" + made("glp", 20)),
        ("gitlab runner", "gitlab-runner verify %s", "glrt-" + made("glr", 20)),
        ("gitlab runner old", "gitlab-runner register %s", "GR1348941" + made("gro", 20)),
        ("gitlab deploy", "deploy with %s", "gldt-" + made("gld", 20)),
        ("slack bot", "slack said no to %s", "xoxb-123456789012-" + made("sl", 24)),
        ("slack webhook", "https://hooks.slack.com/services/%s", "T0000/B0000/" + made("slw", 24)),
        ("stripe", "charge with %s", "sk_live_" + made("str", 24)),
        ("stripe webhook", "endpoint secret %s", "whsec_" + made("sth", 32)),
        ("twilio key", "twilio answered 401 for %s", "SK" + made("twi", 32, HEX)),
        ("twilio account and token", f"client = Client('AC{made('twa', 32, HEX)}', '%s')", made("twt", 32, HEX)),
        ("twilio curl", f"curl -u AC{made('twa', 32, HEX)}:%s https://api.twilio.com/", made("twc", 32, HEX)),
        ("sendgrid", "mail goes by %s", "SG." + made("sg1", 22) + "." + made("sg2", 43)),
        ("mailgun", "the mailgun key-file names %s", "key-" + made("mg", 32, HEX)),
        ("mailgun new", "mailgun: %s", f"{made('mga', 32, HEX)}-{made('mgb', 8, HEX)}-{made('mgc', 8, HEX)}"),
        ("mailchimp", "lists at %s", made("mc", 32, HEX) + "-us14"),
        ("hugging face", "huggingface-cli login with %s", "hf_" + made("hf", 34)),
        ("hugging face organisation", "org uses %s", "api_org_" + made("hfo", 34)),
        ("openai", "openai rejects %s", "sk-" + made("oa", 20) + "T3BlbkFJ" + made("ob", 20)),
        ("openai project", "with %s", "sk-proj-" + made("oap", 48)),
        ("openai service account", "with %s", "sk-svcacct-" + made("oas", 48)),
        ("anthropic", "key %s set", "sk-ant-api03-" + made("ant", 93) + "AA"),
        ("groq", "groq %s", "gsk_" + made("groq", 52)),
        ("replicate", "replicate %s", "r8_" + made("rep", 37)),
        ("npm", "publish with %s", "npm_" + made("npm", 36)),
        ("npmrc", "//packages.example.org/:_authToken=%s", uuid_of("npmrc")),
        ("npmrc basic", "_auth=%s", base64_of("deploy:" + _WORD)),
        ("pypi", "twine uses %s", "pypi-AgEIcHlwaS5vcmc" + made("pypi", 80)),
        ("docker hub", "docker login by %s", "dckr_pat_" + made("dck", 27)),
        ("digitalocean", "doctl auth init -t %s", "dop_v1_" + made("do", 64, HEX)),
        ("heroku", "HEROKU_API_KEY=%s", uuid_of("heroku")),
        ("heroku new", "heroku %s", "HRKU-AA" + made("hrku", 58)),
        ("cloudflare", "CF_API_TOKEN=%s", made("cf", 40)),
        ("cloudflare global", "X-Auth-Key: %s", made("cfg", 37, HEX)),
        ("telegram", "https://api.telegram.org/bot123456789:%s/getMe", "AA" + made("tg", 33)),
        ("discord bot", "logged in with %s", "M" + made("d1", 23) + "." + made("d2", 6) + "." + made("d3", 27)),
        ("discord webhook", "https://discord.com/api/webhooks/123456789012345678/%s", made("dw", 68)),
        ("grafana", "grafana %s", "glsa_" + made("gr", 32) + "_" + made("gr2", 8, HEX)),
        ("databricks", "databricks %s", "dapi" + made("db", 32, HEX)),
        ("shopify", "shop %s", "shpat_" + made("sh", 32, HEX)),
        ("tailscale", "tailscale up --authkey %s", "tskey-auth-" + made("ts1", 12) + "-" + made("ts2", 32)),
        ("atlassian", "jira %s", "ATATT3xFfGF0" + made("atl", 60)),
        ("linear", "linear %s", "lin_api_" + made("lin", 40)),
        ("notion", "notion %s", "ntn_" + made("ntn", 46)),
        ("new relic", "newrelic %s", "NRAK-" + made("nr", 27, _UPPER)),
        ("sentry", "sentry-cli %s", "sntrys_" + made("sen", 60)),
        ("supabase", "supabase %s", "sbp_" + made("sbp", 40, HEX)),
        ("doppler", "doppler %s", "dp.pt." + made("dp", 43)),
        ("pulumi", "pulumi %s", "pul-" + made("pul", 40, HEX)),
        ("planetscale", "pscale %s", "pscale_tkn_" + made("psc", 43)),
        ("postman", "newman %s", "PMAK-" + made("pm", 24, HEX) + "-" + made("pm2", 34, HEX)),
        ("rubygems", "gem push %s", "rubygems_" + made("rg", 48, HEX)),
        ("vault", "vault login %s", "hvs." + made("hvs", 60)),
        ("vault old", "VAULT uses s.token %s", "s." + made("vs", 24)),
        ("vault unseal", "Unseal Key 1: %s", base64_of(made("vu", 33))),
        ("vault root", "Initial Root Token: %s", "s." + made("vr", 24)),
        ("vault secret id", "secret_id             %s", uuid_of("vsi")),
        ("terraform cloud", "credentials block has %s", made("tf", 14) + ".atlasv1." + made("tf2", 67)),
        ("consul", "CONSUL_HTTP_TOKEN=%s", uuid_of("consul")),
        ("consul bootstrap", "SecretID:         %s", uuid_of("consul2")),
        ("consul header", "curl -H 'X-Consul-Token: %s' http://c:8500/", uuid_of("consul3")),
        ("age", "# public key: age1xyz\n%s", "AGE-SECRET-KEY-1" + made("age", 58, _UPPER)),
        ("wireguard", "[Interface]\nPrivateKey = %s=", made("wg", 43)),
        ("wireguard preshared", "PresharedKey = %s=", made("wgp", 43)),
        ("jwt", "kubectl sends %s", "eyJ" + made("j1", 33) + ".eyJ" + made("j2", 80) + "." + made("j3", 43)),
        ("kubeadm", "kubeadm join 10.0.0.1:6443 --token %s", made("ka", 6, HEX) + "." + made("kb", 16, HEX)),
        ("openshift", "oc login --token=%s", "sha256~" + made("oc", 43)),
        ("proxmox", "PVEAPIToken=root@pam!ops=%s", uuid_of("pve")),
        ("ntfy", "ntfy %s", "tk_" + made("ntfy", 29, _LOWER + "0123456789")),
        ("plex", "http://nas:32400/?X-Plex-Token=%s", made("plex", 20)),
        ("jellyfin", "http://nas:8096/Items?api_key=%s&x=1", made("jf", 32, HEX)),
        ("totp", "otpauth://totp/nas:root?secret=%s&issuer=nas", "JBSWY" + "DPEHPKPXPQRS"),
        ("square", "square %s", "sq0atp-" + made("sq", 22)),
        ("artifactory", "jfrog uses %s", "AKC" + made("akc", 60)),
        ("alibaba", "aliyun %s", "LTAI" + made("ali", 20)),
        ("brevo", "smtp key %s", "xkeysib-" + made("brevo", 64, HEX) + "-" + made("brv", 16)),
        ("fly", "fly auth token: %s", "fm2_" + made("fly", 120)),
        ("1password", "op with %s", "ops_eyJ" + made("1p", 120)),
    ]


def _placed() -> list[tuple[str, str, str]]:
    """(name, text with %s, secret): passwords by the place where they stand."""
    word, plain = _WORD, _NO_DIGIT
    return [
        ("basic header", "Authorization: Basic %s", base64_of("ops:" + word)),
        ("bearer header", 'curl -H "Authorization: Bearer %s" http://x', made("be", 40)),
        ("token header", "Authorization: Token %s", made("th", 40, HEX)),
        ("bare header", "Authorization: %s", made("bh", 40)),
        ("proxy header", "Proxy-Authorization: Basic %s", base64_of("ops:" + word)),
        ("cookie", "Cookie: theme=dark; session=%s", made("ck", 32)),
        ("set-cookie", "< Set-Cookie: sid=%s; Path=/; HttpOnly", made("sc", 32)),
        ("header after cookie", "Cookie: a=b; X-Auth-Token: %s", made("hc", 32)),
        ("header after quoted cookie", 'Cookie: a="b c" X-Emby-Token: %s', made("hq", 32)),
        ("cookie after quoted cookie", 'Cookie: a="b c"; session=%s', made("cq", 32)),
        ("basic after cookie", "Cookie: a=1 Authorization: Basic %s", base64_of("ops:" + word)),
        ("cookie option", "curl -b 'session=%s' http://x", made("cb", 32)),
        ("signature header", "X-Hub-Signature-256: sha256=%s", made("xh", 64, HEX)),
        ("pgpass", "db.lan:5432:app:app_user:%s", plain),
        ("pgpass wildcard", "*:*:*:postgres:%s", word),
        ("pgpass localhost", "localhost:6432:*:replicator:%s", word),
        ("netrc", "machine git.lan login ops password %s", plain),
        ("netrc lines", "machine git.lan\n  login ops\n  password %s", word),
        ("my.cnf", "[client]\nuser=root\npassword=%s", plain),
        ("my.cnf spaced", "[client]\nuser = root\npassword = %s", plain),
        ("wp-config", "define( 'DB_PASSWORD', '%s' );", plain),
        ("wp-config salt", "define('SECURE_AUTH_KEY', '%s');", "k+ T!" + made("wp", 30)),
        ("php array", "'password' => '%s',", plain),
        (".env", "DB_PASSWORD=%s", plain),
        (".env short", "MARIADB_PASSWORD=%s", "xyzzy"),
        (".env quoted", 'RESTIC_PASSWORD="%s"', plain),
        ("export", "export BORG_PASSPHRASE='%s'", plain),
        ("yaml", "  password: %s\n  port: 5432", plain),
        ("yaml digits", "db:\n  password: %s", "90210" + "441"),
        ("yaml token", "api_token: %s", made("yt", 24)),
        ("json", '{"user": "ops", "password": "%s"}', plain),
        ("json nested", '{"smtp": {"client_secret": "%s"}}', plain),
        ("toml", 'password = "%s"', plain),
        ("xml", "<password>%s</password>", plain),
        ("xml attribute", '<add key="DbPassword" value="%s"/>', plain),
        ("kubernetes env", "- name: DB_PASSWORD\n  value: %s", plain),
        ("kubernetes env json", '{"name": "API_TOKEN", "value": "%s"}', plain),
        ("kubernetes secret", "data:\n  password: %s", base64_of(word)),
        (
            "kubernetes tls",
            "data:\n  tls.key: %s",
            base64_of("-" * 5 + "BEGIN PRIVATE " + "KEY" + "-" * 5 + made("kt", 90)),
        ),
        ("kubeconfig", "    client-key-data: %s", "LS0tLS1CRUdJTi" + made("kc", 120)),
        ("docker config", '{"auths": {"https://index.docker.io/v1/": {"auth": "%s"}}}', base64_of("ops:" + word)),
        ("url", "https://ops:%s@git.lan/x.git", plain),
        ("url with @", "https://ops:%s@git.lan/x.git", "p@" + word),
        ("url token", "https://%s@git.lan/x.git", made("ut", 40, HEX)),
        ("postgres", "postgresql+psycopg://app:%s@db:5432/app", plain),
        ("mysql", "mysql://app:%s@db/app", "abc"),
        ("mongodb", "mongodb+srv://app:%s@cluster0.x.mongodb.net/app", plain),
        ("amqp", "amqp://app:%s@mq:5672/", word),
        ("redis", "redis://:%s@cache:6379/0", plain),
        ("odbc", "Server=db;Database=app;User Id=app;Password=%s;", plain),
        ("odbc pwd", "Driver={x};Uid=app;Pwd=%s;", plain),
        ("libpq", "host=db user=app password=%s dbname=app", plain),
        ("jdbc", "jdbc:mysql://db/app?user=app&password=%s", plain),
        ("mount", "mount -t cifs //nas/x /mnt -o username=ops,password=%s", plain),
        ("curl -u", "curl -u ops:%s https://x/", plain),
        ("curl -u together", "curl -sfuops:%s https://x/", word),
        ("curl quoted", "curl --user 'ops:%s' https://x/", "two words 2"),
        ("--password=", "backup --password=%s --all", plain),
        ("--password", "backup --password '%s' --all", plain),
        ("--http-password", "wget --http-password %s http://x", plain),
        ("mysql -p", "mysql -uroot -p'%s' app", plain),
        ("docker login -p", "docker login -u ops -p %s registry.lan", plain),
        ("sshpass", "sshpass -p %s ssh nas", plain),
        ("redis-cli -a", "redis-cli -h cache -a %s ping", plain),
        ("ldapsearch -w", "ldapsearch -D cn=admin -w %s -b dc=lan", plain),
        ("smbclient", "smbclient //nas/x -U ops%%%s", plain),
        ("chpasswd", "echo 'ops:%s' | chpasswd", plain),
        ("htpasswd", "htpasswd -b /etc/nginx/.htpasswd ops %s", plain),
        ("openssl", "openssl rsa -in key.pem -passin pass:%s", plain),
        ("zip", "zip -P %s out.zip file", plain),
        ("gpg", "gpg --batch --passphrase %s -d x.gpg", plain),
        ("ipmitool", "ipmitool -H bmc -U root -P %s power status", plain),
        ("mosquitto", "mosquitto_pub -u ops -P %s -t x", plain),
        ("ssh-keygen", "ssh-keygen -t ed25519 -N %s -f key", plain),
        ("from-literal", "kubectl create secret generic db --from-literal=password=%s", plain),
        ("helm set", "helm upgrade x --set auth.rootPassword=%s", plain),
        ("ansible", 'ansible-playbook site.yml -e "ansible_become_pass=%s"', plain),
        ("psql", "PGPASSWORD=%s psql -h db", plain),
        ("htpasswd hash", "ops:$apr1$%s", "ab12cd34$" + made("apr", 22)),
        ("bcrypt hash", "ops:$2y$05$%s", made("bc", 53)),
        ("shadow", "root:$6$%s:19000:0:99999:7:::", "saltsalt$" + made("sd", 86)),
        ("shadow yescrypt", "root:$y$j9T$%s:19000:0:99999:7:::", "abcdef$" + made("ye", 43)),
        ("ldap hash", "userPassword: {SSHA}%s", base64_of(made("ssha", 24))),
        ("postgres hash", "SCRAM-SHA-256$4096:%s", base64_of(made("s1", 16)) + "$" + base64_of(made("s2", 32))),
        ("django hash", "pbkdf2_sha256$600000$%s", made("dj", 22) + "$" + base64_of(made("dj2", 32))),
    ]


def _prose() -> list[tuple[str, str, str]]:
    """(name, text with %s, secret): what people write to each other."""
    word, odd, plain = _WORD, "Summer" + "-2031!", _NO_DIGIT
    return [
        ("is", "The root password is %s and it never expires.", word),
        ("is odd", "password is %s", odd),
        ("was", "The old password was %s.", word),
        ("is now", "The password is now %s, please tell nobody.", word),
        ("for … is", "The password for the nas is %s.", word),
        ("to … is", "Password to grafana on web1 is %s", word),
        ("is quoted", "the password is '%s'", plain),
        ("is in backticks", "The password is `%s`.", plain),
        ("set to", "I set the admin password to %s today.", word),
        ("changed to", "Password changed to %s on all switches", word),
        ("has been reset to", "the password has been reset to %s", odd),
        ("with", "Log in as ops with password %s.", word),
        ("using the", "Using the password %s I could log in", word),
        ("user and password", "user admin, password %s", word),
        ("in brackets", "the switch (admin, password %s) is reachable", word),
        ("colon", "Password: %s (temporary)", word),
        ("pw", "nas pw: %s", word),
        ("pass", "login ops pass %s", word),
        ("digits", "The password is %s.", "8842" + "9177"),
        ("mixed case", "The password is %s.", "xKcdHorse" + "Staple"),
        ("default", "default password remains %s", word),
        ("credentials", "credentials are admin / %s", word),
        ("credentials colon", "Creds for the switch: admin:%s", word),
        ("passphrase", "The passphrase for borg is %s", odd),
        ("api key is", "The API key is %s", made("pk1", 24)),
        ("token is", "the token is %s, do not share it", made("pk2", 32, HEX)),
        ("pin", "The PIN is %s", "4821" + "93"),
        ("german", "Das Passwort für nas lautet %s", word),
        ("german is", "Das Kennwort ist %s.", word),
        ("spanish", "La contraseña es %s", word),
        ("french", "Le mot de passe est %s", word),
    ]


def _whole() -> list[SecretSample]:
    """Keys over several lines, whole and cut."""
    samples = []
    for kind in ("RSA PRIVATE", "EC PRIVATE", "OPENSSH PRIVATE", "PRIVATE", "ENCRYPTED PRIVATE"):
        text, body = pem(kind + " KEY")
        samples.append(SecretSample(kind.lower() + " key", text, body))
        samples.append(SecretSample(kind.lower() + " key without its end", text[: len(text) * 2 // 3], body[:4]))
        samples.append(SecretSample(kind.lower() + " key without its beginning", text[100:], body[2:]))
    text, body = pem("PGP PRIVATE KEY BLOCK")
    samples.append(SecretSample("pgp private key", text, body))
    text, body = pem("OpenVPN Static key V1")
    samples.append(SecretSample("openvpn static key", text, body))
    ppk = [made(f"ppk{number}", 64) for number in range(3)]
    putty = "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 3\n" + "\n".join(ppk) + "\nPrivate-MAC: " + ppk[0]
    samples.append(SecretSample("putty key", putty, tuple(ppk)))
    key, body = pem("PRIVATE KEY")
    account = json.dumps({"type": "service_account", "private_key_id": made("gid", 40, HEX), "private_key": key})
    samples.append(SecretSample("gcp service account", account, (*body, made("gid", 40, HEX))))
    jwk = json.dumps({"kty": "EC", "crv": "P-256", "x": "f83OJ3D2", "d": made("jwk", 43)})
    samples.append(SecretSample("json web key", jwk, (made("jwk", 43),)))
    many = "\n".join(
        f"{kind}{number}={made(kind + str(number), 20)}" for kind in ("A_TOKEN_", "B_SECRET_") for number in "12"
    )
    samples.append(SecretSample("env file", many, tuple(line.split("=")[1] for line in many.splitlines())))
    return samples


def secret_samples() -> list[SecretSample]:
    """All texts with secrets."""
    rows = (*_keys(), *_placed(), *_prose())
    return [SecretSample(name, text % secret, (secret,)) for name, text, secret in rows] + _whole()


def prefixed_keys() -> list[tuple[str, str]]:
    """(name, key) of makers whose keys begin with a mark of their own, so that even a part of one is known."""
    marks = ("ghp_", "ghs_", "github_pat_", "glpat-", "xoxb-", "sk_live_", "sk-ant-", "sk-proj-", "hf_", "npm_", "hvs.")
    return [(name, key) for name, _, key in _keys() if key.startswith(marks)]
