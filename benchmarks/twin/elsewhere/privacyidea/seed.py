"""Realms, tokens, containers, policies, token groups and service ids of a made-up firm."""

import json
import os
import urllib.error
import urllib.request

URL, DATA = os.environ["URL"], os.environ["DATA"]
TOKEN = ""


def ask(path, method="POST", **body):
    headers = {"content-type": "application/json", "authorization": TOKEN}
    request = urllib.request.Request(URL + path, data=json.dumps(body).encode(), headers=headers, method=method)
    try:
        return json.loads(urllib.request.urlopen(request).read())["result"]["value"]
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{path} {body}: {error.code} {error.read()[:500]}") from error


TOKEN = ask("/auth", username="admin", password="demo-Pass-1234")["token"]
ask("/resolver/staff", type="passwdresolver", fileName=f"{DATA}/people")
ask("/realm/office", resolvers="staff")
ask("/defaultrealm/office")

GROUPS = {
    "front-desk": "Tokens lent at the front desk",
    "on-call": "Tokens of the night shift",
    "warehouse": "Tokens kept in the warehouse",
    "visitors": "Tokens for guests",
    "drivers": "Tokens that travel with vans",
    "spare": "Tokens in the drawer",
}
for name, told in GROUPS.items():
    ask(f"/tokengroup/{name}", description=told)

PEOPLE = ["ada", "bram", "carla", "dina", "emil", "freya", "goran", "hana", "igor", "june", "kai", "lena"]
KINDS = ("hotp", "totp", "hotp", "spass")
for number, person in enumerate(PEOPLE):
    serial = f"KEY{4100 + 7 * number}"
    ask(
        "/token/init",
        type=KINDS[number % 4],
        serial=serial,
        user=person,
        realm="office",
        description=("Blue fob", "Phone", "Card reader", "Backup")[number % 4] + f" of {person.title()}",
        pin="1234",
        **({} if KINDS[number % 4] == "spass" else {"otpkey": f"{number:02x}" * 20}),
    )
    if number % 3 == 0:
        ask(f"/token/group/{serial}/{list(GROUPS)[number % 6]}")
for number in range(4):
    ask("/token/init", type="hotp", serial=f"SPARE{210 + number}", otpkey="ab" * 20, description=f"Drawer {number + 1}")
ask("/token/disable/KEY4114")

for number, (told, person) in enumerate(
    (("Van one", "igor"), ("Van two", "june"), ("Front desk box", "ada"), ("Old safe", "kai"))
):
    ask(
        "/container/init",
        type="generic",
        container_serial=f"BOX{31 + number}",
        description=told,
        user=person,
        realm="office",
    )

POLICIES = {
    "pin-length": ("user", {"otp_pin_maxlength": 8}),
    "self-service": ("user", {"enrollHOTP": True, "disable": True}),
    "login-text": ("webui", {"logout_time": 7200}),
    "pass-through": ("authentication", {"passthru": "userstore"}),
    "night-shift": ("authorization", {"no_detail_on_fail": True}),
    "guest-limit": ("enrollment", {"max_token_per_user": 2}),
    "label-format": ("enrollment", {"tokenlabel": "acme-{serial}"}),
}
for name, (scope, action) in POLICIES.items():
    where = {} if scope == "webui" else {"realm": "office"}  # else the page logs its administrator out soon
    ask(f"/policy/{name}", scope=scope, action=action, active=name != "night-shift", **where)

SERVICES = {
    "door-north": "Door of the north wing",
    "door-south": "Door of the south wing",
    "build-server": "Logs in to the build server",
    "file-store": "Shared files",
    "mail-relay": "Outgoing mail",
    "phone-box": "Switchboard",
}
for name, told in SERVICES.items():
    ask(f"/serviceid/{name}", description=told)
for name, host in (("office-mail", "mail.acme.example"), ("alarm-mail", "alarm.acme.example")):
    ask(f"/smtpserver/{name}", server=host, port=25, sender="keys@acme.example", tls=False)
