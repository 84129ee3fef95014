"""A configuration of nerd-dictation: copy it to ~/.config/nerd-dictation/nerd-dictation.py.

What was said is cleaned by a service on this machine, so that models are loaded once: start it with

    tidytalk serve

nerd-dictation calls nerd_dictation_process with all that was said since it began, again and again with --continuous. Without the service the
text stays as it was heard.
"""

import json
import os
import urllib.error
import urllib.request

URL = os.environ.get("TIDYTALK_URL", "http://127.0.0.1:8780") + "/v1/clean?from=text&dictation=true&numbers=digits"


def nerd_dictation_process(text):
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    if token := os.environ.get("TIDYTALK_TOKEN"):
        headers["Authorization"] = "Bearer " + token
    request = urllib.request.Request(URL, text.encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=2) as answer:
            return answer.read().decode().rstrip("\n")
    except urllib.error.HTTPError as error:
        message = json.load(error)["error"]["message"]
    except OSError as error:
        message = str(error)
    print("tidytalk:", message)
    return text
