# Runs moto's S3 for tests: on a free port of the loopback, with signatures checked, and ends with its parent. Prints its
# port and the keys of a user who may do everything. Usage: python3 server.py FOLDER_OF_ITS_PACKAGES
import json
import os
import sys
import threading

sys.path.insert(0, sys.argv[1])
# From the first request on, a signature has to be right.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "0"
# Keys of a real account in the environment are none of its business.
for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]

from moto.iam.models import iam_backends  # noqa: E402
from moto.server import DomainDispatcherApplication, create_backend_app  # noqa: E402
from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: E402


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_args):
        pass


iam = iam_backends["123456789012"]["aws"]
iam.create_user("aws", "tests")
iam.put_user_policy(
    "tests",
    "everything",
    json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}),
)
key = iam.create_access_key("tests")

server = make_server(
    "127.0.0.1", 0, DomainDispatcherApplication(create_backend_app), threaded=True, request_handler=Quiet
)
print(json.dumps({"port": server.port, "accessKeyId": key.access_key_id, "secretAccessKey": key.secret_access_key}), flush=True)


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
server.serve_forever()
