"""Contacts of a made-up company that sells to firms at the harbour; put into the address book by CardDAV."""

import base64
import os
import urllib.request

URL = os.environ["URL"]
PEOPLE = [
    ("Maya", "Okafor", "Harbour Tools", "Purchasing", "Head of purchasing", "+44 20 7946 0101", "London"),
    ("Jonas", "Berg", "Northwind Grid", "Operations", "Shift leader", "+46 8 5550 0102", "Stockholm"),
    ("Priya", "Nair", "Cedar Clinic", "Pharmacy", "Pharmacist", "+44 161 496 0103", "Manchester"),
    ("Omar", "Haddad", "Harbour Tools", "Workshop", "Foreman", "+44 20 7946 0104", "London"),
    ("Lena", "Vogel", "Bluebird Apps", "Development", "Architect", "+49 30 5550 0105", "Berlin"),
    ("Tom", "Price", "Harbour Tools", "Sales", "Counter clerk", "+44 20 7946 0106", "London"),
    ("Ines", "Lopes", "Northwind Grid", "Fleet", "Planner", "+351 21 555 0107", "Lisbon"),
    ("Kofi", "Mensah", "Cedar Clinic", "Laboratory", "Chemist", "+44 161 496 0108", "Manchester"),
    ("Sara", "Lind", "Lark Bakery", "Office", "Owner", "+46 8 5550 0109", "Uppsala"),
    ("Pavel", "Novak", "Delta Pumps", "Service", "Technician", "+420 2 5550 0110", "Prague"),
    ("Nora", "Quinn", "Island Coffee", "Roastery", "Buyer", "+353 1 555 0111", "Dublin"),
    ("Luis", "Reyes", "Canal Bikes", "Rental", "Manager", "+31 20 555 0112", "Amsterdam"),
    ("Anna", "Weiss", "Granite Works", "Quarry", "Surveyor", "+49 30 5550 0113", "Dresden"),
    ("Femi", "Bello", "Tideway Freight", "Dispatch", "Dispatcher", "+44 20 7946 0114", "Tilbury"),
]


def card(number, first, last, firm, unit, title, phone, city):
    """A vCard."""
    mail = f"{first}.{last}@{firm.replace(' ', '-')}.test".lower()
    lines = ["BEGIN:VCARD", "VERSION:3.0", f"UID:C0FFEE00-{number:04d}", f"N:{last};{first}", f"FN:{first} {last}"]
    lines += [f"ORG:{firm};{unit}", f"TITLE:{title}", f"EMAIL;TYPE=work:{mail}", f"TEL;TYPE=work:{phone}"]
    lines += [f"ADR;TYPE=work:;;{number + 3} Quay Street;{city};;;", "END:VCARD", ""]
    return "\r\n".join(lines)


def main():
    secret = base64.b64encode(b"ada:demo-Pass-1234").decode()
    for number, one in enumerate(PEOPLE, 1):
        url = f"{URL}/SOGo/dav/ada/Contacts/personal/C0FFEE00-{number:04d}.vcf"
        headers = {"Authorization": f"Basic {secret}", "Content-Type": "text/vcard"}
        with urllib.request.urlopen(urllib.request.Request(url, card(number, *one).encode(), headers, method="PUT")):
            pass


main()
