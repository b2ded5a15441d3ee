"""A small app for tests of feature files: leads and their owners."""

from __future__ import annotations

from typing import Any

from awe_author.state.loading import load_model
from awe_author.state.model import Model

DOCUMENT: Any = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "CRM",
    "type": "object",
    "properties": {
        "leads": {"type": "object", "x-index": ["email"], "additionalProperties": {"$ref": "#/$defs/lead"}},
        "users": {"type": "object", "additionalProperties": {"$ref": "#/$defs/user"}},
        "currency": {"type": "string"},
    },
    "$defs": {
        "lead": {
            "type": "object",
            "required": ["id", "last_name", "status"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "last_name": {"type": "string"},
                "email": {"type": "string"},
                "status": {"type": "string", "enum": ["new", "won", "lost"]},
                "score": {"type": "integer"},
                "owner": {"type": "string", "x-ref": "/users"},
                "vip": {"type": "boolean"},
            },
        },
        "user": {
            "type": "object",
            "required": ["id", "name"],
            "additionalProperties": False,
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
        },
    },
    "x-actions": {
        "create_lead": {
            "params": {
                "type": "object",
                "required": ["last_name"],
                "additionalProperties": False,
                "properties": {
                    "last_name": {"type": "string", "minLength": 1},
                    "email": {"type": "string"},
                    "score": {"type": "integer"},
                },
            },
            "let": {"id": "new_id('lead')"},
            "effects": [
                {
                    "op": "add",
                    "path": "/leads/{id}",
                    "value": {"id": "id", "last_name": "params.last_name", "status": "'new'", "score": 0},
                }
            ],
            "result": {"id": "id"},
        },
        "delete_lead": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "remove", "path": "/leads/{params.id}"}],
        },
    },
}

MODELS: dict[str, Model] = {"crm": load_model(DOCUMENT, app="crm")}

WHOLE = """\
app: crm
features:
  - id: leads.list
    title: The list of leads
    on: {page: "https://crm.test/leads*"}
    let:
      wanted: page.query.get('q', '')
    show:
      - each: state.leads.values().filter(l, l.last_name.contains(wanted)).sortBy(l, l.last_name)
        as: lead
        into: table.leads tbody
        row: {tr.vip: lead.vip == true, "tr:first-child": true}
        key: lead.id
        set:
          a.name: {text: lead.last_name, href: "'/leads/' + lead.id"}
          td.status:
            text: lead.status
            class: {won: lead.status == 'won'}
            style: {color: "lead.vip == true ? 'red' : null"}
          .: {data-id: lead.id}
        empty: p.none
      - select: .count
        set: {text: "string(size(state.leads)) + ' items'"}
        when: size(state.leads) > 0
  - id: leads.create
    on:
      page: https://crm.test/leads/new
      event: submit
      select: form.new-lead
    do: create_lead
    with: {last_name: form.lastName, score: 3}
    then:
      go: "'/leads/' + result.id"
      toast: {select: .toast, text: "'Saved.'"}
    errors:
      params: {select: .error, text: rejection.message}
      "*": {select: .error}
  - id: leads.order
    on: {page: "/leads", event: keydown, key: Control+Enter}
    view: {sort: "'name'"}
  - id: leads.create.api
    on: {request: "POST https://crm.test/api/leads", where: "'lastName' in body"}
    do: create_lead
    with:
      last_name: body.lastName
    let:
      lead: state.leads[result.id]
    reply:
      status: 201
      like: recorded
      headers: {Location: "'/api/leads/' + lead.id"}
      json:
        id: result.id
        all: {each: state.leads.values(), as: one, like: first, set: {id: one.id}}
    errors:
      params: {status: 422, json: {error: rejection.message}}
  - id: leads.told
    on: {socket: "wss://crm.test/live", event: change}
    reply: {json: {count: size(state.leads)}}
"""
