"""What looks like a secret goes, in every place where it may stand; what only speaks of one stays (S4)."""

from __future__ import annotations

import json

import pytest

from claudeops_desktop.agents.redact import LineRedactor
from claudeops_desktop.core.secrets.redact_shapes import MASK, without_shapes

SECRETS = [
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "bPxRfi"),
    ("AccessKeyId AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    ("token ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_16C"),
    ("xoxb-123456789012-abcdefghijkl", "123456789012"),
    ("https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "XXXXXXXXXXXX"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNz"),
    ('curl -H "Authorization: Bearer abcdef0123456789abcdef"', "abcdef0123456789"),
    ('{"Authorization": "Basic dXNlcjpwYXNzd29yZA=="}', "dXNlcjpwYXNz"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123456", "eyJzdWIi"),
    ("postgres://app:pa55word@db:5432/app", "pa55word"),
    ("redis://:s3cr3tpass@cache:6379/0", "s3cr3tpass"),
    ("amqp://guest:gu3st@mq/", "gu3st@"),
    ("DB_PASSWORD=hunter2secret", "hunter2secret"),
    ("export MYSQL_ROOT_PASSWORD='Tr0ub4dor&3'", "Tr0ub4dor"),
    ("password: S3cr3tPa55", "S3cr3tPa55"),
    ('"password": "correcthorsebattery"', "correcthorse"),
    ('"client_secret":"9f8e7d6c5b4a"', "9f8e7d6c5b4a"),
    ("curl -u admin:Passw0rd! http://x", "Passw0rd!"),
    ("curl --user admin:hunter22 http://x", "hunter22"),
    ("sshpass -p 'letmein12' ssh x", "letmein12"),
    ("mysql -uroot -pS3cretPw -e 'show databases'", "S3cretPw"),
    ("mysqldump --password=hunter2x db", "hunter2x"),
    ("restic --password-command x; vault login --token hvs.CAESIJ0123456789abcdef", "CAESIJ0123"),
    ("glsa_8fK2mZpQ1xYv7nB4tR6wC9dE_abcd", "glsa_8fK2"),
    ("123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawA", "AAHdqTcv"),
    ("sk_live_51H8abcdefghij", "sk_live_51"),
    ("npm_abcdefghijklmnopqrstuvwxyz0123456789", "npm_abcdef"),
    ("root:$6$saltsalt$abcdefghijklmnopqrstuvwxyz0123456789:19000:0:99999:7:::", "saltsalt$abc"),
    ("Cookie: session=abcdef0123456789", "abcdef0123456789"),
    ("X-Api-Key: 1a2b3c4d5e6f", "1a2b3c4d5e6f"),
    ("X-Vault-Token: s.abc123DEF456", "abc123DEF456"),
    ("PRIVATE-TOKEN: glpat-abcdefghij0123456789", "abcdefghij"),
    ("PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=", "yAnz5TF"),
    ("client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo9", "LS0tLS1CRUd"),
    ("DefaultEndpointsProtocol=https;AccountKey=abc123DEF456ghi789==;", "abc123DEF456"),
    ("The root password is hunter2 and it never expires", "hunter2"),
    ("Das Passwort für nas lautet Sommer2024", "Sommer2024"),
    ("https://api.x/?access_token=abc123def456&x=1", "abc123def456"),
    ("jdbc:postgresql://db/app?user=x&password=p4ssw0rd99", "p4ssw0rd99"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXktdjE\\n-----END OPENSSH PRIVATE KEY-----", "b3BlbnNz"),
]
KEPT = [
    "The password is required",
    "password: $DB_PASSWORD",
    "PASSWORD_FILE=/run/secrets/db",
    "token: {{ token }}",
    'input_tokens":1234,"output_tokens":4321',
    "secret: null",
    "The token expires after 30 minutes",
    "passwords are hashed",
    "--password-file /x/y12",
    "docker run -u 1000:1000 app",
    "http://host:8080/path@x",
    "key: value12",
    "password is 12 characters long",
    "PASS: 12 tests",
    "Basic authentication is used",
    "TOKEN_TTL=3600",
    "http://user@host/",
    "authorization: required",
]
REDACT = LineRedactor()


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_secret_goes_from_a_text_from_json_and_from_json_inside_json(text, secret):
    plain = REDACT.text(text)
    once = REDACT(json.dumps({"type": "user", "text": f"first\n{text}\tlast"}).encode()).decode()
    twice = REDACT(json.dumps({"text": json.dumps({"inner": f"first\n{text}"}), "input_tokens": 12}).encode()).decode()
    assert all(secret not in shown and MASK in shown for shown in (plain, once, twice))
    assert json.loads(once)["type"] == "user"
    assert json.loads(twice)["input_tokens"] == 12
    assert secret not in without_shapes(text)


@pytest.mark.parametrize("text", KEPT)
def test_what_only_speaks_of_secrets_stays(text):
    assert (REDACT.text(text), without_shapes(text)) == (text, text)


def test_what_was_taken_out_is_not_taken_out_again():
    once = without_shapes("DB_PASSWORD=hunter2secret curl -u admin:Passw0rd! https://u:pa55w0rd@h/")
    assert without_shapes(once) == once
