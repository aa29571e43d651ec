"""The little of the MySQL protocol that a measuring client needs: text queries, many of them ahead of their answers.

It reads no row and no type: an answer is bytes until its end. So what is measured is the other side.
"""
import hashlib
import socket
import struct
import threading

LONG_PASSWORD, LONG_FLAG, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH = (
    1, 4, 8, 1 << 9, 1 << 13, 1 << 15, 1 << 19,
)
NATIVE = b"mysql_native_password"
COM_QUERY = b"\x03"
UTF8MB4 = 45
TIMEOUT_SECONDS = 60


class Connection:
    """One connection, without compression and without CLIENT_DEPRECATE_EOF: two EOF packets frame the rows."""

    def __init__(self, place, account, database=""):
        user, password = account
        self.socket = socket.create_connection((place.host, place.port), timeout=TIMEOUT_SECONDS)
        # Python's own timeout would keep the kernel from waiting for more than one segment.
        self.socket.settimeout(None)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", TIMEOUT_SECONDS, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray(1 << 20)
        self._log_in(user.encode(), password.encode(), database.encode())

    def _log_in(self, user, password, database):
        greeting = self._packet()
        version_end = greeting.index(0, 1)
        salt = greeting[version_end + 5 : version_end + 13] + greeting[version_end + 32 : version_end + 44]
        flags = LONG_PASSWORD | LONG_FLAG | PROTOCOL_41 | TRANSACTIONS | SECURE_CONNECTION | PLUGIN_AUTH
        flags |= CONNECT_WITH_DB if database else 0
        proof = scramble(password, salt)
        self._send(
            1,
            struct.pack("<IIB23x", flags, 1 << 24, UTF8MB4) + user + b"\0" + bytes([len(proof)]) + proof
            + (database + b"\0" if database else b"") + NATIVE + b"\0",
        )
        answer = self._packet()
        if answer[0] == 0xFE:  # another plugin first: this one, please
            if not answer[1:].startswith(NATIVE):
                raise RuntimeError(f"the server wants {bytes(answer[1:]).split(bytes(1))[0]}; this needs {NATIVE}")
            self._send(self.sequence + 1, scramble(password, answer[1 + len(NATIVE) + 1 :][:20]))
            answer = self._packet()
        if answer[0] != 0:
            raise RuntimeError(f"login failed: {bytes(answer[9:]).decode(errors='replace')}")

    def _send(self, sequence, payload):
        self.socket.sendall(struct.pack("<I", len(payload) | sequence << 24) + payload)

    def _receive(self, view, flags=0):
        try:
            got = self.socket.recv_into(view, 0, flags)
        except BlockingIOError:
            raise RuntimeError(f"no answer within {TIMEOUT_SECONDS} s") from None
        if not got:
            raise RuntimeError("the server closed the connection")
        return got

    def _exactly(self, count):
        data, filled = bytearray(count), 0
        while filled < count:
            filled += self._receive(memoryview(data)[filled:])
        return data

    def _packet(self):
        header = self._exactly(4)
        self.sequence = header[3]
        return self._exactly(header[0] | header[1] << 8 | header[2] << 16)

    def rows(self, sql):
        """The raw rows of a query, for checks."""
        self._send(0, COM_QUERY + sql.encode())
        rows, ends = [], 0
        while ends < 2:
            packet = self._packet()
            if packet[:1] == b"\xff":
                raise RuntimeError(f"{bytes(packet[9:]).decode(errors='replace')}: {sql[:200]}")
            if packet[:1] == b"\xfe" and len(packet) < 9:
                ends += 1
            elif packet[:1] == b"\x00" and ends == 0:
                return []
            elif ends == 1:
                rows.append(bytes(packet))
        return rows

    def ask(self, sql):
        """Asks and throws the answer away; how many bytes it had."""
        self._send(0, COM_QUERY + sql.encode())
        return self._skim(1)

    def _skim(self, answers):
        """Walks over the headers of so many results with rows, never over their bytes."""
        view, filled, at, total, ends = memoryview(self.buffer), 0, 0, 0, 0
        while True:
            got = self._receive(view[filled:])
            filled += got
            total += got
            while at + 4 < filled:
                size = view[at] | view[at + 1] << 8 | view[at + 2] << 16
                kind = view[at + 4]
                if at + 4 + size > filled and size < 9:
                    break
                if kind == 0xFF:
                    message = bytes(view[at + 13 : min(filled, at + 4 + size)])
                    raise RuntimeError(f"an error: {message.decode(errors='replace')}")
                if kind == 0xFE and size < 9:
                    ends += 1
                    if ends == 2 * answers:
                        return total
                at += 4 + size
            if at >= filled:
                at -= filled
                filled = 0
            elif filled > len(view) // 2:
                rest = bytes(view[at:filled])
                view[: len(rest)] = rest
                at, filled = 0, len(rest)

    def pipeline(self, commands, size=None):
        """Sends all queries of {commands} at once, from {packed}, and reads all of their answers; how many bytes came.

        Who knows {size} from before waits in the kernel until they are there: a reader that wakes for each answer takes
        the servers' processors.
        """
        sender = threading.Thread(target=self.socket.sendall, args=(commands,))
        sender.start()
        if size is None:
            size = self._skim(counted(commands))
        else:
            view, missing = memoryview(self.buffer), size
            while missing:
                missing -= self._receive(view[: min(missing, len(view))], socket.MSG_WAITALL)
        sender.join()
        return size

    def close(self):
        self.socket.close()


def packed(texts):
    """The commands of a pipeline."""
    return b"".join(struct.pack("<I", len(text) + 1) + COM_QUERY + text for text in map(str.encode, texts))


def counted(commands):
    """How many there are."""
    at, count = 0, 0
    while at < len(commands):
        at += 4 + (struct.unpack_from("<I", commands, at)[0] & 0xFFFFFF)
        count += 1
    return count


def scramble(password, salt):
    """https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_authentication_methods_native_password_authentication.html"""
    if not password:
        return b""
    once = hashlib.sha1(password).digest()
    mask = hashlib.sha1(bytes(salt[:20]) + hashlib.sha1(once).digest()).digest()
    return bytes(a ^ b for a, b in zip(once, mask))
