# Runs moto's S3 for tests: on a free port of the loopback, with signatures checked, and ends with its parent. Prints its
# port, the keys of a user who may do everything, and those of a session of the same rights. Usage: python3 server.py FOLDER_OF_ITS_PACKAGES
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

from urllib.parse import parse_qsl  # noqa: E402

from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth  # noqa: E402
from botocore.awsrequest import AWSRequest  # noqa: E402
from botocore.credentials import Credentials  # noqa: E402
from moto.iam.models import iam_backends  # noqa: E402
from moto.sts.models import sts_backends  # noqa: E402
from moto.server import DomainDispatcherApplication, create_backend_app  # noqa: E402
from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: E402


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_args):
        pass


iam = iam_backends["123456789012"]["aws"]
iam.create_user("aws", "tests")
everything = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]})
iam.put_user_policy("tests", "everything", everything)
key = iam.create_access_key("tests")
role = iam.create_role("tests", everything, "/", None, "", [], "3600")
iam.put_role_policy("tests", "everything", everything)
session = sts_backends["123456789012"]["aws"].assume_role("us-east-1", "tests", role.arn, None, 3600, None)

credentials = Credentials(key.access_key_id, key.secret_access_key)
moto_app = DomainDispatcherApplication(create_backend_app)


def app(environ, start_response):
    """moto knows no signatures in addresses: they are checked here, with the code of Amazon's SDK, and replaced."""
    query = dict(parse_qsl(environ["QUERY_STRING"], keep_blank_values=True))
    if "X-Amz-Signature" not in query:
        return moto_app(environ, start_response)
    given = query.pop("X-Amz-Signature")
    path = environ.get("RAW_URI", environ["REQUEST_URI"]).split("?")[0]
    url = f"http://{environ['HTTP_HOST']}{path}"
    request = AWSRequest(method="GET", url=url, params=query, headers={"host": environ["HTTP_HOST"]})
    request.context["timestamp"] = query["X-Amz-Date"]
    auth = S3SigV4QueryAuth(credentials, "s3", "us-east-1")
    text = auth.string_to_sign(request, auth.canonical_request(request))
    if auth.signature(text, request) != given:
        start_response("403 Forbidden", [("x-amz-request-id", "presigned")])
        return [b"<Error><Code>SignatureDoesNotMatch</Code><Message>presigned</Message></Error>"]
    signed = AWSRequest(method=environ["REQUEST_METHOD"], url=url)
    S3SigV4Auth(credentials, "s3", "us-east-1").add_auth(signed)
    for name, value in signed.headers.items():
        environ["HTTP_" + name.upper().replace("-", "_")] = value
    environ["QUERY_STRING"] = ""
    return moto_app(environ, start_response)


server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
keys = {"accessKeyId": key.access_key_id, "secretAccessKey": key.secret_access_key}
temporary = {
    "accessKeyId": session.access_key_id,
    "secretAccessKey": session.secret_access_key,
    "sessionToken": session.session_token,
}
print(json.dumps({"port": server.port, **keys, "session": temporary}), flush=True)


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
server.serve_forever()
