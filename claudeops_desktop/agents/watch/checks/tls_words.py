"""TLS faults in plain words: what is wrong with a certificate, or why there was no handshake.

The numbers are OpenSSL's (x509_vfy.h), the reasons those that Python's ``ssl`` gives its errors.
"""

from __future__ import annotations

import ssl
from datetime import datetime
from typing import TYPE_CHECKING

from ..text import clean_line, day

if TYPE_CHECKING:
    from cryptography import x509

_HOSTNAME, _ADDRESS = 62, 64
_SELF_SIGNED = 18
_CERTIFICATE = {
    9: "it is not valid yet",
    10: "it has expired",
    _SELF_SIGNED: "it is self-signed",
    19: "its authority is not trusted here",
    20: "its issuer is not known here: not trusted, or the server leaves out a certificate of the chain",
    21: "its issuer is not known here: the server leaves out a certificate of the chain",
    23: "it has been revoked",
    24: "its authority is no authority",
    26: "it is not meant for a server",
    66: "its key is too weak",
    67: "its authority's key is too weak",
    68: "its signature is too weak",
}
_HANDSHAKE = {
    "it does not speak TLS there": (
        "WRONG_VERSION_NUMBER",
        "HTTP_REQUEST",
        "HTTPS_PROXY_REQUEST",
        "PACKET_LENGTH_TOO_LONG",
    ),
    "its version of TLS is too old": (
        *("UNSUPPORTED_PROTOCOL", "TLSV1_ALERT_PROTOCOL_VERSION", "NO_PROTOCOLS_AVAILABLE", "VERSION_TOO_LOW"),
        *("LEGACY_SIGALG_DISALLOWED_OR_UNSUPPORTED", "UNSAFE_LEGACY_RENEGOTIATION_DISABLED", "WRONG_SSL_VERSION"),
    ),
    "handshake refused; no cipher in common, or it wants a client certificate": (
        *("SSLV3_ALERT_HANDSHAKE_FAILURE", "NO_SHARED_CIPHER", "SSL/TLS_ALERT_HANDSHAKE_FAILURE"),
        *("NO_CIPHERS_AVAILABLE", "TLSV1_ALERT_INSUFFICIENT_SECURITY", "INSUFFICIENT_SECURITY"),
    ),
    "it wants a client certificate": (
        *("TLSV13_ALERT_CERTIFICATE_REQUIRED", "CERTIFICATE_REQUIRED", "SSLV3_ALERT_BAD_CERTIFICATE"),
        *("PEER_DID_NOT_RETURN_A_CERTIFICATE", "TLSV1_ALERT_CERTIFICATE_REQUIRED"),
    ),
    "it does not know this host name": (
        "TLSV1_UNRECOGNIZED_NAME",
        "UNRECOGNIZED_NAME",
        "TLSV1_ALERT_UNRECOGNIZED_NAME",
    ),
    "its keys are too weak": (
        "DH_KEY_TOO_SMALL",
        "EE_KEY_TOO_SMALL",
        "CA_KEY_TOO_SMALL",
        "CA_MD_TOO_WEAK",
        "BAD_DH_VALUE",
    ),
    "it ended the connection during the handshake": ("UNEXPECTED_EOF_WHILE_READING",),
    "handshake refused; the server reports an internal error": ("TLSV1_ALERT_INTERNAL_ERROR",),
    "handshake refused by the server": (
        "TLSV1_ALERT_ACCESS_DENIED",
        "TLSV1_ALERT_DECODE_ERROR",
        "TLSV1_ALERT_NO_RENEGOTIATION",
    ),
}
_HANDSHAKE_WORDS = {reason: words for words, reasons in _HANDSHAKE.items() for reason in reasons}


UNTRUSTED = "whether that is over cannot be said, because this computer's clock is not trusted"
_DATES = (9, 10)  # X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED


def is_about_dates(error: BaseException | None) -> bool:
    """Tell whether a certificate was refused for its dates, which are compared with this computer's clock."""
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__ or error.__context__
    return error is not None and error.verify_code in _DATES


def describe_tls_error(error: ssl.SSLError, certificate: bytes = b"", now: datetime | None = None) -> str:
    """Why TLS failed. ``certificate`` (DER) is the one that was shown: with it a wrong name says what it is for, and
    one that has expired says so before anything else."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"certificate not accepted: {describe_certificate_fault(error, certificate, now)}"
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return "TLS failed: it ended the connection during the handshake"
    reason = (error.reason or "").upper().replace(" ", "_")
    return f"TLS failed: {_HANDSHAKE_WORDS.get(reason) or clean_line(error.reason or str(error), 120)}"


def describe_certificate_fault(
    error: ssl.SSLCertVerificationError, certificate: bytes = b"", now: datetime | None = None
) -> str:
    """What is wrong with a certificate, in words.

    OpenSSL stops at the first fault of a chain, and a self-signed certificate is one before its date is looked at.
    """
    shown = _parsed(certificate)
    fault = _CERTIFICATE.get(error.verify_code) or clean_line(error.verify_message, 120)
    if error.verify_code in (_HOSTNAME, _ADDRESS):
        names = _names(shown) if shown is not None else ""
        fault = f"it is for another host name ({names})" if names else "it is for another host name"
    if shown is None or now is None:
        return fault
    if shown.not_valid_after_utc < now:
        expired = f"it expired on {day(shown.not_valid_after_utc)}"
        return expired if error.verify_code == 10 else f"{expired}, and {fault}"
    if shown.not_valid_before_utc > now:
        early = f"it is not valid before {day(shown.not_valid_before_utc)}"
        return early if error.verify_code == 9 else f"{early}, and {fault}"
    return fault


def _parsed(certificate: bytes) -> x509.Certificate | None:
    if not certificate:
        return None
    from cryptography import x509  # 6 MB, for the few that look at a certificate

    try:
        return x509.load_der_x509_certificate(certificate)
    except ValueError:
        return None


def _names(certificate: x509.Certificate) -> str:
    """The host names that a certificate is for, the first few."""
    from cryptography import x509

    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, ValueError):
        return ""
    names = [str(one.value) for one in found if isinstance(one, x509.DNSName | x509.IPAddress)]
    return clean_line(", ".join(names[:3]) + (" and others" if len(names) > 3 else ""), 100)
