#!/usr/bin/env python3
"""Checks that a balance is in the sum that a Facevalue shop published: python3 check-proof.py facevalue-proof.json

Python's own library can't check the signature. Compare the digest below with the one on the shop's page /proof, from
another device or network if you like; whoever has openssl checks the signature, too, as that page says.
"""
import hashlib
import json
import sys


def fail(reason):
    sys.exit("NOT PROVEN: " + reason)


def number(value):  # as eight bytes; a sum below zero, or too large, would hide what others are owed
    if type(value) is not int or not 0 <= value < 2**53:
        fail(f"{value} is no sum in cents")
    return value.to_bytes(8, "big")


def digest(text):  # 32 bytes: with parts of any length, one hash could stand for several nodes
    if len(text) != 64:
        fail(f"{text} is no hash")
    return bytes.fromhex(text)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
text, proof = given["sum"]["statement"], given["proof"]
stated = dict(line.split(": ", 1) for line in text.splitlines()[1:])
if not proof:
    fail("the file has no balance of yours")

cents = proof["cents"]
owner = bytes.fromhex(proof["owner_id"].replace("-", ""))
node = sha256(b"\x00", number(int(stated["number"])), digest(proof["salt"]), owner, number(cents))
for step in proof["path"]:
    mine, other = number(cents) + node, number(step["cents"]) + digest(step["hash"])
    node = sha256(b"\x01", *([other, mine] if step["side"] == "left" else [mine, other]))
    cents += step["cents"]

if len(proof["path"]) != int(stated["height"]) or (node.hex(), cents) != (stated["root"], int(stated["total_cents"])):
    fail("the balance does not lead to the published root and total")
print(f"Proven: {proof['cents'] / 100:.2f} USD of account {proof['owner_id']} are in the {cents / 100:.2f} USD")
print(f"that {stated['shop']} owed at {stated['at']} (sum {stated['number']}).")
print("Digest of the statement:", sha256(text.encode()).hex())
