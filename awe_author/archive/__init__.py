"""The only importer of warcio and fastwarc: WARC, WACZ, CDXJ, HAR in; WACZ out; canonical request forms and matching.

Reading:   archive = open_archive([path, ...])     -> Archive (archive/reader.py): an `Index` plus
               archive.response(entry) -> RecordedResponse      archive.request_body(entry) -> bytes
               archive.request_headers(entry) -> Headers        archive.messages(entry) -> list[SocketMessage]
               archive.chunk_times(entry) -> list[(seconds, bytes so far)]
               archive.resource(url) -> bytes | None            (page facts)
               archive.pages -> list[PageEntry]   archive.recording -> Recording | None
               archive.storage -> list[StorageState]  (ours, or ArchiveWeb.page's browserState)
               archive.damage -> Damage   archive.close()
Writing:   spool = CaptureSpool(); ...; write_wacz(capture, out, redaction) -> WrittenRecording
Matching:  match(request_form, headers, index, cursor, ...) -> Match
"""

from awe_author.archive.reader import Archive, open_archive

__all__ = ["Archive", "open_archive"]
