"""A web service: POST {"game": "mastermind:4x6", "history": [["1122", "1,0"]]}, and it tells what to ask next."""

import json
import sys
from wsgiref.simple_server import make_server
from wsgiref.types import StartResponse, WSGIEnvironment

import corral


def service(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    try:
        asked = json.loads(environ["wsgi.input"].read(min(max(int(environ["CONTENT_LENGTH"]), 0), 10_000)))
        if (count := len((game := corral.game(asked["game"])).guesses)) > 10_000:
            raise ValueError(f"{count} guesses to compare would keep the others waiting: no more than 10000 are taken")
        session = corral.Session(game)
        for guess, answer in asked["history"]:
            session.answer(guess, answer)
        guess = None if session.solved else session.suggest()
        status, told = "200 OK", {"guess": guess, "left": len(session.candidates)}
    except (corral.CorralError, KeyError, TypeError, ValueError, RecursionError) as error:
        status, told = "400 Bad Request", {"error": str(error), "expected": __doc__}
    start_response(status, [("Content-Type", "application/json")])
    return [json.dumps(told).encode()]


if __name__ == "__main__":
    server = make_server("127.0.0.1", int(sys.argv[1]), service)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
