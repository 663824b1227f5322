"""The tools by which an agent reads and adds to the knowledge folder, as an MCP client sees them (C6, C12, C13)."""

from __future__ import annotations

from ..knowledge import OUTCOMES
from .tool_types import MESSAGE, TEXT, ToolSpec, object_schema

DECISIONS, OPERATIONS = "decisions", "operations"
LOG_OPERATION, PROPOSE_NOTE = "log_operation", "propose_note"
MOST_LISTED = 20
LONGEST_DETAIL = 1_000
LONGEST_QUESTION = 2_000
LONGEST_PATH = 300

_LINKS = {"type": "array", "items": {"type": "object"}, "description": "Calls that can be made next."}
_ROWS = {"type": "array", "items": {"type": "object"}}

KNOWLEDGE_TOOLS = (
    ToolSpec(
        DECISIONS,
        "Read the operator's decisions",
        "Why things are as they are: ask, in plain words or by number, before you change how a service is set up; "
        "a superseded one names the one in its place.",
        object_schema(
            {
                "question": {"type": "string", "maxLength": LONGEST_QUESTION, "description": "Plain words."},
                "number": {"type": "integer", "description": "One record, whole."},
            },
            [],
        ),
        {
            "type": "object",
            "properties": {"message": MESSAGE, "decisions": _ROWS, "links": _LINKS},
            "required": ["message", "decisions", "links"],
        },
        writes=False,
    ),
    ToolSpec(
        OPERATIONS,
        "Read the operations log",
        "What was done before: deployed, configured, restarted, fixed; the latest first.",
        object_schema(
            {
                "action": {"type": "string", "maxLength": 40, "description": "A verb, such as restart."},
                "tool": {"type": "string", "maxLength": 40, "description": "What it was done with, such as nginx."},
                "text": {"type": "string", "maxLength": LONGEST_QUESTION, "description": "Words that it holds."},
                "limit": {"type": "integer", "minimum": 1, "maximum": MOST_LISTED},
            },
            [],
        ),
        {
            "type": "object",
            "properties": {"message": MESSAGE, "operations": _ROWS, "links": _LINKS},
            "required": ["message", "operations", "links"],
        },
        writes=False,
    ),
    ToolSpec(
        LOG_OPERATION,
        "Log an operation",
        "Write down in one line, never changed afterwards, what you deployed, configured, restarted or repaired; "
        "no checks, and no passwords.",
        object_schema(
            {
                "action": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 40,
                    "description": "A verb in small letters.",
                },
                "tool": {"type": "string", "minLength": 1, "maxLength": 40, "description": "A noun, such as caddy."},
                "detail": {"type": "string", "minLength": 1, "maxLength": LONGEST_DETAIL},
                "reason": {"type": "string", "maxLength": LONGEST_DETAIL},
                "target": {"type": "string", "maxLength": 200, "description": "The host or service."},
                "outcome": {"enum": list(OUTCOMES)},
            },
            ["action", "tool", "detail"],
        ),
        {
            "type": "object",
            "properties": {"message": MESSAGE, "line": {"type": ["integer", "null"]}, "links": _LINKS},
            "required": ["message", "line", "links"],
        },
        writes=True,
    ),
    ToolSpec(
        PROPOSE_NOTE,
        "Propose an entry for your notebook",
        "Propose what sessions of your own role should know about working here; the operator decides, and facts "
        "about services belong to remember.",
        object_schema(
            {
                "title": {"type": "string", "minLength": 1, "maxLength": 120},
                "text": {"type": "string", "minLength": 1, "maxLength": LONGEST_DETAIL, "description": "One sentence."},
            },
            ["title", "text"],
        ),
        {
            "type": "object",
            "properties": {"message": MESSAGE, "action": TEXT, "id": {"type": ["integer", "null"]}},
            "required": ["message", "action", "id"],
        },
        writes=True,
    ),
)
