"""What has been written and agreed: messages, the calendar, sequences. The mailbox is Dana Whitfield's."""

from __future__ import annotations

from typing import Any, Final

from scripts.sales_floor.cast import Record, address, companies, people
from scripts.sales_floor.pipeline import at

ME: Final = "dana.whitfield@brightwell.example"


# (subject, labels, folder, [(who writes, days from the first, text)]); who: "" is Dana, "first.last@company" somebody else.
_THREADS: Final[tuple[tuple[str, tuple[str, ...], str, tuple[tuple[str, float, str], ...]], ...]] = (
    ("Forecasting pilot for the outdoor season", ("label-hot",), "inbox", (
        ("", -11.8, "Hi Hannah,\n\nyour autumn range changes faster than most. Would twenty minutes on how others plan it be of use?\n\nDana"),
        ("hannah.okonkwo@northwind-outfitters", -10.9, "Dana, it would. Luis runs planning, I am adding him. Can you show it on our own categories?\n\nHannah"),
        ("", -10.6, "Gladly. If Luis sends two years of weekly sales for one category, we bring the forecast to the call.\n\nDana"),
        ("luis.ferrante@northwind-outfitters", -3.2, "Here is fleece and rainwear. Thursday suits me, not before ten.\n\nLuis"),
    )),
    ("Re: Quote for 40 seats", ("label-hot",), "inbox", (
        ("simon.harrow@harrowpike", -4.1, "Dana, the quote is fine, the term is not. Three years is long. What does one year cost?\n\nSimon Harrow"),
        ("", -4.0, "Dear Simon, I have asked Jonah for a one-year version; you have it by Monday.\n\nDana"),
        ("simon.harrow@harrowpike", -0.6, "Good. The board meets on Wednesday, so Monday it has to be."),
    )),
    ("Who plans your stores?", (), "inbox", (
        ("", -8.0, "Hello Yasmin,\n\nI read about your new stores in Duluth. Who decides there what goes on the shelves?\n\nDana"),
        ("yasmin.haddad@marigoldgrocers", -6.7, "That would be me for dairy and Dale Kowalczyk for everything with numbers. Write to him."),
    )),
    ("Security questionnaire", ("label-waiting",), "inbox", (
        ("deshawn.pruitt@quarrybank", -5.5, "Please fill in the questionnaire before we speak. It is long, sorry.\n\nDeshawn"),
        ("", -5.2, "It is with our security team. Expect it back within the week.\n\nDana"),
    )),
    ("Not now", (), "archive", (
        ("", -20.0, "Hi Amos,\n\nhow do you schedule the Spokane machines today?\n\nDana"),
        ("amos.tillman@cascadepaper", -19.1, "With a whiteboard, and it works. Ask again in summer."),
    )),
    ("Please stop", (), "archive", (
        ("birgit.kessler@lumenoptics", -31.0, "Please take me off your list. I do not buy software."),
        ("", -30.8, "Done, and sorry for the trouble.\n\nDana"),
    )),
    ("Visit in Rotterdam", ("label-travel",), "inbox", (
        ("joost.vandermeer@kestrelfreight", -2.5, "We could meet at the terminal on the 12th. Sanne will show you the reefer data. Bring boots.\n\nJoost"),
    )),
    ("Question about the API", (), "inbox", (
        ("hugo.lefevre@parcelrepublic", -1.4, "Is there a limit to the number of forecasts per hour? We have 900 routes.\n\nHugo"),
    )),
    ("Webinar on the cold chain", (), "inbox", (
        ("brent.salisbury@summitcold", -1.9, "Signed up two of us. Will there be numbers on vaccines, or only fruit?"),
        ("", -1.7, "Both. The second half is about vaccines.\n\nDana"),
    )),
    ("Introduction: Monique Baptiste", ("label-hot",), "inbox", (
        ("caleb.winters@solacehome", -7.3, "Monique took over analytics and owns the budget. She is in copy of nothing yet, so please write to her yourself.\n\nCaleb"),
        ("", -7.1, "Thank you, Caleb. I will.\n\nDana"),
    )),
    ("Out of office: Klaus Reimann", (), "trash", (
        ("klaus.reimann@blueanchor", -9.0, "I am away until 10 March. In urgent cases ask Annika Voss."),
    )),
    ("Handover of Quarry Bank", ("label-team",), "inbox", (
        ("graham.teller@brightwell", -2.1, "Dana, once the questionnaire is back I take over. Please put a note on the account about who said what.\n\nGraham"),
        ("", -2.0, "Will do today.\n\nDana"),
    )),
    ("Numbers for Monday", ("label-team",), "inbox", (
        ("ruth.anders@brightwell", -0.8, "Everyone: meetings booked, leads touched, leads qualified, by ten please.\n\nRuth"),
    )),
    ("Duplicates in the CRM", ("label-team",), "inbox", (
        ("sofia.delgado@brightwell", -3.6, "I found leads that we have twice (Baptiste, van der Meer, Lindholm). Whoever owns them: please merge, keep the older address.\n\nSofia"),
    )),
    ("Owen's last day", ("label-team",), "archive", (
        ("ruth.anders@brightwell", -15.0, "Owen leaves on Friday. His accounts go to Graham. Cake at three."),
        ("owen.pritchard@brightwell", -14.7, "Thank you all. I leave you the good chair."),
    )),
    ("Lunch on Thursday?", (), "archive", (
        ("priya.raman@brightwell", -12.2, "The new place at the station has dumplings."),
        ("", -12.1, "Twelve thirty.\n\nDana"),
        ("priya.raman@brightwell", -12.0, "Booked for four, Tomas brings somebody."),
    )),
    ("Planning with 19 clinics", (), "inbox", (
        ("siobhan.keane@stbrannock", -0.4, "We run out of lenses in Cork and throw them away in Galway. Is that something you do?\n\nSiobhan Keane"),
    )),
    ("Your talk at the Retail Forum", (), "inbox", (
        ("farah.siddiqui@harrowpike", -16.4, "I liked the part about promotions. Are the slides public?"),
        ("", -16.0, "They are now; the file is attached.\n\nDana"),
        ("farah.siddiqui@harrowpike", -15.8, "Thanks! Simon is the one to talk to about buying."),
    )),
)  # fmt: skip

_LABELS: Final = (
    ("label-hot", "Hot", "red"),
    ("label-waiting", "Waiting", "yellow"),
    ("label-team", "Team", "blue"),
    ("label-travel", "Travel", "green"),
)
_UNREAD: Final = frozenset({"Planning with 19 clinics", "Numbers for Monday", "Question about the API"})
_STARRED: Final = frozenset({"Re: Quote for 40 seats", "Forecasting pilot for the outdoor season"})

_TEMPLATES: Final = (
    ("template-hello", "Retail: first touch", "{{first_name}}, who plans {{company}}'s shelves?",
     "Hi {{first_name}},\n\nteams like the one at {{company}} tell us that planning eats two days a week. "
     "We give one of them back. Worth twenty minutes?\n\nDana"),
    ("template-proof", "Retail: a number", "A number for {{company}}",
     "Hi {{first_name}},\n\na grocer of your size cut its forecast error from 31 to 19 per cent within a quarter. "
     "Shall I send the two pages?\n\nDana"),
    ("template-close", "Retail: last note", "Shall I stop, {{first_name}}?",
     "Hi {{first_name}},\n\nI have not heard from you and will not write again. If {{company}} ever wants a pilot, you know where I am.\n\nDana"),
    ("template-ops", "Logistics: first touch", "Empty miles at {{company}}",
     "Hi {{first_name}},\n\nhow early do you know next week's volumes at {{company}}? Our customers know on Thursday.\n\nDana"),
    ("template-ops-2", "Logistics: case", "What Kestrel does on Thursdays",
     "Hi {{first_name}},\n\na short case about reefers and forecasts is ready; as {{title}} you may like page two.\n\nDana"),
)  # fmt: skip
_SEQUENCES: Final = (
    (
        "sequence-retail",
        "Retail - initial outreach",
        "active",
        (("template-hello", 0), ("template-proof", 72), ("template-close", 120)),
    ),
    ("sequence-logistics", "Logistics - planners", "paused", (("template-ops", 1), ("template-ops-2", 96))),
    ("sequence-forum", "Retail Forum follow-up", "draft", (("template-proof", 24),)),
)
_ENROLLED: Final = (
    ("elsa-nyberg", "sequence-retail", 2, "active", -4.0), ("rory-maddox", "sequence-retail", 1, "active", -1.0),
    ("imogen-clarke", "sequence-retail", 3, "finished", -14.0), ("tyler-nash", "sequence-retail", 1, "bounced", -6.0),
    ("yasmin-haddad", "sequence-retail", 1, "replied", -8.0), ("ingrid-solberg", "sequence-retail", 2, "active", -5.0),
    ("brent-salisbury", "sequence-logistics", 1, "replied", -9.0), ("annika-voss", "sequence-logistics", 1, "active", -2.0),
    ("mathilde-garnier", "sequence-logistics", 1, "paused", -6.0), ("pieter-de-wit", "sequence-logistics", 2, "finished", -20.0),
)  # fmt: skip

_EVENTS: Final = (
    ("pipeline-review", "Pipeline review", 0.0625, 1.0, "ruth.anders@brightwell", ("", "marcus.oyelaran@brightwell", "elena.vasquez@brightwell"), "accepted"),
    ("northwind-demo", "Demo for Northwind Outfitters", 3.0625, 1.0, "", ("hannah.okonkwo@northwind-outfitters", "luis.ferrante@northwind-outfitters"), "accepted"),
    ("harrow-call", "One-year terms with Harrow & Pike", 1.25, 0.5, "", ("simon.harrow@harrowpike", "jonah.becker@brightwell"), "invited"),
    ("kestrel-visit", "Visit at the terminal", 9.04, 3.0, "joost.vandermeer@kestrelfreight", ("", "sanne.bakker@kestrelfreight"), "invited"),
    ("one-on-one", "Ruth / Dana", 1.0, 0.5, "ruth.anders@brightwell", ("",), "accepted"),
    ("training", "Training: calling a bank", 2.2, 1.5, "sofia.delgado@brightwell", ("", "priya.raman@brightwell", "tomas.lindqvist@brightwell"), "tentative"),
    ("webinar", "Webinar: the cold chain in numbers", 4.2, 1.0, "", ("brent.salisbury@summitcold", "naomi.tsosie@summitcold"), "accepted"),
    ("dentist", "Dentist", 2.0, 1.0, "", (), ""),
    ("quarry-handover", "Handover of Quarry Bank", 3.25, 0.5, "graham.teller@brightwell", ("",), "invited"),
    ("lunch-forum", "Lunch with Farah", -16.0, 1.5, "", ("farah.siddiqui@harrowpike",), "accepted"),
)  # fmt: skip

FILES: Final = (
    ("file-forum-slides", "Retail Forum slides.pdf", "application/pdf", 2_480_113, "Promotions and what they do to the week after."),
    ("file-quote", "Quote Harrow & Pike.pdf", "application/pdf", 88_204, "40 seats, three years, 61 200 USD."),
    ("file-sales", "weekly sales fleece rainwear.csv", "text/csv", 412_870, "week,category,units"),
    ("file-questionnaire", "Vendor security questionnaire.xlsx", "application/vnd.ms-excel", 190_551, "212 questions in nine parts."),
)  # fmt: skip
_ATTACHED: Final = {("Forecasting pilot for the outdoor season", 3): "file-sales", ("Security questionnaire", 0): "file-questionnaire",
                    ("Your talk at the Retail Forum", 1): "file-forum-slides", ("Re: Quote for 40 seats", 0): "file-quote"}  # fmt: skip


def full(who: str) -> str:
    """The address of a short name of the tables."""
    return f"{who}.example" if who else ME


def engagement() -> tuple[Record, Record]:
    """The engagement app's own state, and the timers of steps that are to come."""
    made: dict[str, Any] = {
        "templates": {key: {"id": key, "name": name, "subject": subject, "body": body} for key, name, subject, body in _TEMPLATES},
        "lists": {"list-q2": {"id": "list-q2", "name": "Q2 targets"}, "list-forum": {"id": "list-forum", "name": "Met at the Retail Forum"}},
        "sequences": {}, "steps": {}, "enrolments": {}, "prospects": {},
    }  # fmt: skip
    timers: Record = {}
    waits: dict[str, list[int]] = {}
    for key, name, status, steps in _SEQUENCES:
        made["sequences"][key] = {"id": key, "name": name, "status": status, "created": at(-45)}
        waits[key] = [wait for _, wait in steps]
        for position, (template, wait) in enumerate(steps, start=1):
            step = f"step-{key.removeprefix('sequence-')}-{position}"
            made["steps"][step] = {
                "id": step,
                "sequence": key,
                "position": position,
                "wait_hours": wait,
                "template": template,
            }
    for person, sequence, done, status, begun in _ENROLLED:
        sent = [begun + sum(waits[sequence][: place + 1]) / 24 for place in range(done)]
        due = sent[-1] + waits[sequence][done] / 24 if status in ("active", "paused") else None
        key = f"enrolment-{person}"
        made["enrolments"][key] = {
            "id": key, "sequence": sequence, "prospect": f"person-{person}", "status": status, "done": done,
            "next_at": at(due) if due is not None else "", "enrolled": at(begun),
            "sent": [{"step": place + 1, "at": at(when), "subject": subject_of(sequence, place, person)} for place, when in enumerate(sent)],
        }  # fmt: skip
        stage = {"replied": "replied", "bounced": "bad_data"}.get(status, "approaching")
        made["prospects"][f"person-{person}"] = {
            "id": f"person-{person}",
            "x-entity": f"person-{person}",
            "stage": stage,
            "lists": ["list-q2"] if begun > -7 else [],
        }
        running = next(state for key_, _, state, _ in _SEQUENCES if key_ == sequence) == "active"
        if status == "active" and running and due is not None:
            timers[f"engagement:step:{key}"] = {
                "at": at(due),
                "app": "engagement",
                "action": "run_step",
                "params": {"enrolment": key},
            }
    return made, timers


def subject_of(sequence: str, place: int, person: str) -> str:
    template = next(steps for key, _, _, steps in _SEQUENCES if key == sequence)[place][0]
    return filled(next(subject for key, _, subject, _ in _TEMPLATES if key == template), person)


def filled(text: str, person: str) -> str:
    """A template with what the person's are, as `run_step` fills it in."""
    one = people()[f"person-{person}"]
    names = {
        "first_name": one["first_name"],
        "last_name": one["last_name"],
        "title": one["title"],
        "company": companies()[one["company"]]["name"],
    }
    for name, value in names.items():
        text = text.replace("{{" + name + "}}", value)
    return text


def messages() -> tuple[Record, Record, Record]:
    """Warehouse messages, the mailbox's own part of them, and its threads."""
    shared: Record = {}
    local: Record = {}
    threads: Record = {}
    for number, (subject, labels, folder, parts) in enumerate(_THREADS, start=1):
        thread = f"thread-{number:02d}"
        threads[thread] = {"id": thread, "subject": subject.removeprefix("Re: "), "updated": at(parts[-1][1])}
        partner = next((who for who, _, _ in parts if who), "") or _partner(subject)
        for place, (who, when, text) in enumerate(parts):
            key = f"message-{number:02d}-{place + 1}"
            before = f"message-{number:02d}-{place}" if place else None
            attached = _ATTACHED.get((subject, place))
            to = [full(partner if place == 0 else parts[place - 1][0] or partner)] if not who else [ME]
            shared[key] = {
                "id": key, "from": full(who), "to": to, "cc": [], "bcc": [], "subject": subject if not place else f"Re: {subject.removeprefix('Re: ')}",
                "body": text, "sent": at(when), "in_reply_to": before, "files": [attached] if attached else [],
            }  # fmt: skip
            own = folder if who else ("sent" if folder != "trash" else "trash")
            local[key] = {
                "id": key, "x-entity": key, "thread": thread, "folder": own, "read": not who or subject not in _UNREAD,
                "starred": subject in _STARRED and place == len(parts) - 1, "labels": list(labels),
            }  # fmt: skip
    for place, (person, sequence, done, _, _) in enumerate(_ENROLLED):
        _from_sequence(place, person, sequence, done, shared, local, threads)
    return shared, local, threads


def _from_sequence(
    place: int, person: str, sequence: str, done: int, shared: Record, local: Record, threads: Record
) -> None:
    """What the engagement app has sent for an enrolment."""
    sent = engagement()[0]["enrolments"][f"enrolment-{person}"]["sent"]
    steps = next(steps for key, _, _, steps in _SEQUENCES if key == sequence)
    for number in range(done):
        thread, key = f"thread-{50 + place * 3 + number}", f"message-{50 + place * 3 + number}-1"
        body = next(body for name, _, _, body in _TEMPLATES if name == steps[number][0])
        when, subject = sent[number]["at"], sent[number]["subject"]
        threads[thread] = {"id": thread, "subject": subject, "updated": when}
        shared[key] = {
            "id": key, "from": ME, "to": [people()[f"person-{person}"]["email"]], "cc": [], "bcc": [], "subject": subject,
            "body": filled(body, person), "sent": when, "in_reply_to": None, "files": [],
        }  # fmt: skip
        local[key] = {
            "id": key,
            "x-entity": key,
            "thread": thread,
            "folder": "sent",
            "read": True,
            "starred": False,
            "labels": [],
        }


def _partner(subject: str) -> str:
    raise AssertionError(f"nobody but Dana writes in {subject!r}")


def events() -> tuple[Record, Record, Record]:
    """Warehouse events, the calendar's own part of them, and the reminders to come."""
    shared: Record = {}
    local: Record = {}
    timers: Record = {}
    for name, title, begins, hours, organizer, guests, answer in _EVENTS:
        start = round(begins * 96) / 96
        key = f"event-{name}"
        shared[key] = {
            "id": key, "title": title, "start": at(start), "end": at(start + hours / 24), "organizer": full(organizer),
            "attendees": {full(guest): answer if not guest or not organizer else "accepted" for guest in guests},
            "location": "", "description": "", "status": "confirmed",
        }  # fmt: skip
        local[key] = {"id": key, "x-entity": key, "color": "grey" if organizer else "blue", "reminded": start < 0}
        if start > 0.01:
            timers[f"mail:remind:{key}"] = {
                "at": at(start - 10 / 1440),
                "app": "mail",
                "action": "remind",
                "params": {"id": key},
            }
    return shared, local, timers


def mail() -> tuple[Record, Record, Record]:
    """The mail app's own state, its part of the warehouse, and its timers: reminders, and answers that will come."""
    shared_messages, local_messages, threads = messages()
    shared_events, local_events, timers = events()
    own = {
        "account": {"address": ME, "name": "Dana Whitfield", "signature": "Dana Whitfield\nBrightwell Analytics"},
        "labels": {key: {"id": key, "name": name, "color": color} for key, name, color in _LABELS},
        "threads": threads,
        "messages": local_messages,
        "drafts": {
            "draft-01": {
                "id": "draft-01", "to": [address("Monique", "Baptiste", "solacehome")], "cc": [], "bcc": [], "subject": "Caleb sends me",
                "body": "Hi Monique,\n\nCaleb Winters tells me", "in_reply_to": None, "thread": None, "files": [], "send_at": "", "updated": at(-0.7),
            }
        },
        "contacts": {"person-simon-harrow": {"id": "person-simon-harrow", "x-entity": "person-simon-harrow", "starred": True, "hidden": False, "notes": "Prefers a call before nine."}},
        "events": local_events,
    }  # fmt: skip
    timers["mail:answer-northwind"] = {
        "at": at(1.1), "app": "mail", "action": "receive_message",
        "params": {"from": "hannah.okonkwo@northwind-outfitters.example", "subject": "Re: Forecasting pilot for the outdoor season",
                   "body": "Dana, I will be late on Thursday. Start with Luis.", "in_reply_to": "message-01-4"},
    }  # fmt: skip
    timers["mail:answer-nyberg"] = {
        "at": at(1.3), "app": "mail", "action": "receive_message",
        "params": {"from": "elsa.nyberg@tindra.example", "subject": "Re: A number for Tindra Nordic",
                   "body": "Hello Dana, two pages sound fine. Send them.\n\nElsa", "in_reply_to": "message-51-1"},
    }  # fmt: skip
    timers["mail:answer-harrow"] = {
        "at": at(0.4), "app": "mail", "action": "record_answer",
        "params": {"id": "event-harrow-call", "address": "simon.harrow@harrowpike.example", "answer": "accepted"},
    }  # fmt: skip
    return own, {"messages": shared_messages, "events": shared_events}, timers
