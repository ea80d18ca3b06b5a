"""Drives one LibreOffice: receives documents on standard input, and sends PDFs on pipe 3.

Runs behind the converter's fence, on the system's Python, because LibreOffice's bridge (UNO) exists for
Python. A frame is two lengths (32 bit, big endian), a JSON header, and bytes, as in
src/fenced-process/frames.ts.
The process may be killed at any moment, and ends when LibreOffice does.
"""

import glob
import json
import os
import shutil
import struct
import subprocess
import sys
import threading
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.table import CellRangeAddress

FOLDER = os.environ["TMPDIR"]
PROFILE = os.path.join(FOLDER, "profile")
DESK = os.path.join(FOLDER, "desk")
FONTS = os.path.join(FOLDER, "fonts.conf")
SHARE = os.path.join(FOLDER, "share")
# The folder of LibreOffice, and a folder of form files to merge with its share.
HOME_OF_OFFICE = os.path.dirname(os.path.dirname(os.environ["OFFICE"]))
FORMS = os.environ.get("OFFICE_FORMS")
MOST_PAGES = int(os.environ["MOST_PAGES"])
# Without a fence, all LibreOffices of a machine share one folder of pipes, so the name is unique.
PIPE = os.path.basename(FOLDER)
# LibreOffice's exit code when it has made a new profile and has to be started again.
RESTART = 81

# Held while an answer is written, and while this process ends.
SPEAKING = threading.Lock()
# The time in which LibreOffice must exit after its connection is closed.
ENDS_WITHIN_SECONDS = 5

# Constants of com.sun.star.sheet.CellFlags: value, date, text, formula.
CONTENT = 1 | 2 | 4 | 16

# A sheet that is too wide is scaled down, but never below this share of its size.
SMALLEST_SCALE = 0.4
# A sheet that is wider than this many upright pages is printed in landscape.
ACROSS_FROM = 1.25
# Borders and colours are printed up to this far beyond the last cell with content.
EMPTY_ROWS, EMPTY_COLUMNS = 200, 30


class Unconvertible(Exception):
    """The document cannot be converted. The reason is a name in libs/contracts/src/printing/failure-reasons.ts."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def property_values(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def start_office():
    os.makedirs(os.path.join(PROFILE, "user"))
    with open(os.path.join(PROFILE, "user", "registrymodifications.xcu"), "w", encoding="utf-8") as file:
        file.write(os.environ["OFFICE_SETTINGS"])
    note_build()
    with open(FONTS, "w", encoding="utf-8") as file:
        file.write(os.environ["OFFICE_FONTS"])
    if FORMS:
        lay_over(os.path.join(HOME_OF_OFFICE, "share"), FORMS, SHARE)
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    office = launch()
    while True:
        try:
            context = resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % PIPE)
            break
        except Exception:
            if office.poll() == RESTART:
                office = launch()
            elif office.poll() is not None:
                sys.exit("LibreOffice ended with %s" % office.returncode)
            time.sleep(0.02)
    remove_sockets(office)
    threading.Thread(target=end_with, args=(office,), daemon=True).start()
    services = ("com.sun.star.frame.Desktop", "com.sun.star.ucb.SimpleFileAccess")
    return (context.ServiceManager.createInstanceWithContext(service, context) for service in services)


def note_build():
    """Writes the build id into the profile: a profile of another build makes LibreOffice start twice."""
    with open(os.path.join(HOME_OF_OFFICE, "program", "versionrc"), encoding="utf-8") as file:
        builds = [line.split("=", 1)[1].strip() for line in file if line.startswith("buildid=")]
    os.makedirs(os.path.join(PROFILE, "user", "extensions"))
    with open(os.path.join(PROFILE, "user", "extensions", "buildid"), "w", encoding="utf-8") as file:
        file.write("".join(builds))


def remove_sockets(office):
    """Removes LibreOffice's sockets: no other process connects, and without a fence they stay in /tmp."""
    held = set(open_files(office.pid))
    with open("/proc/net/unix", encoding="utf-8", errors="surrogateescape") as sockets:
        for _, *fields in map(str.split, sockets):
            inode, path = fields[5], " ".join(fields[6:])
            if "socket:[%s]" % inode in held and os.path.exists(path):
                os.unlink(path)


def open_files(pid):
    folder = "/proc/%d/fd" % pid
    for number in os.listdir(folder):
        try:
            yield os.readlink(os.path.join(folder, number))
        except FileNotFoundError:
            # The file has just been closed.
            continue


def end_with(office):
    """Ends this process when LibreOffice ends, with a shell's exit code, but never during an answer."""
    code = office.wait()
    with SPEAKING:
        os._exit(128 - code if code < 0 else 1)


def lay_over(below, above, place):
    """Merges two folders by links. Where both have a file, LibreOffice's own (`below`) is used."""
    os.mkdir(place)
    for name in set(os.listdir(below)) | set(os.listdir(above)):
        own, added, here = (os.path.join(folder, name) for folder in (below, above, place))
        if os.path.isdir(own) and os.path.isdir(added):
            lay_over(own, added, here)
        else:
            os.symlink(own if os.path.lexists(own) else added, here)


def surroundings():
    """LibreOffice's environment. The path of its share is relative to its folder, and may lead out of it."""
    share = {"BRAND_SHARE_SUBDIR": os.path.relpath(SHARE, HOME_OF_OFFICE)} if FORMS else {}
    return {**os.environ, "FONTCONFIG_FILE": FONTS, **share}


def launch():
    return subprocess.Popen(
        [
            # LibreOffice is killed when this process ends for any reason.
            "setpriv", "--pdeathsig", "KILL", os.environ["OFFICE"],
            "--headless", "--invisible", "--nologo", "--nodefault", "--norestore", "--nofirststartwizard",
            "--nolockcheck",
            "-env:UserInstallation=" + uno.systemPathToFileUrl(PROFILE),
            "--accept=pipe,name=%s;urp" % PIPE,
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=surroundings(),
    )


def convert(desktop, files, job, data):
    """Returns the document as PDF."""
    os.makedirs(DESK, exist_ok=True)
    source = os.path.join(DESK, "document")
    target = os.path.join(DESK, "document.pdf")
    with open(source, "wb") as file:
        file.write(data)
    # LibreOffice decides by a document's address whether to refuse its references, so the document needs one.
    # The address is the file's name, which pages may print. No file exists there. LibreOffice then refuses
    # some formats with the option ReadOnly, so that option is not set.
    address = uno.systemPathToFileUrl("/" + job["name"])
    options = property_values(
        Hidden=True,
        InputStream=files.openFileRead(uno.systemPathToFileUrl(source)),
        FilterName=job["filter"],
        MacroExecutionMode=0,
        UpdateDocMode=0,
    )
    document = desktop.loadComponentFromURL(address, "_blank", 0, options)
    if document is None:
        raise ValueError("LibreOffice does not open it")
    try:
        draw_grids_as_boxes(document)
        if document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            fit_sheets(document)
            if least_pages(document) > MOST_PAGES:
                raise Unconvertible("too-many-pages")
        document.storeToURL(uno.systemPathToFileUrl(target), export_options(document))
    finally:
        document.close(True)
    with open(target, "rb") as file:
        return file.read()


def draw_grids_as_boxes(document):
    """LibreOffice without a screen ends when it draws a form's tables, so they become text fields."""
    is_text = document.supportsService("com.sun.star.text.TextDocument")
    waiting = [page.Forms for page in ([document.DrawPage] if is_text else document.DrawPages)]
    while waiting:
        for component in waiting.pop():
            if component.supportsService("com.sun.star.form.component.Form"):
                waiting.append(component)
            elif component.supportsService("com.sun.star.form.component.GridControl"):
                component.DefaultControl = "com.sun.star.form.control.TextField"


def export_options(document):
    kinds = {
        "com.sun.star.sheet.SpreadsheetDocument": "calc_pdf_Export",
        "com.sun.star.presentation.PresentationDocument": "impress_pdf_Export",
        "com.sun.star.text.TextDocument": "writer_pdf_Export",
    }
    filter_name = next((name for service, name in kinds.items() if document.supportsService(service)), None)
    if filter_name is None:
        raise ValueError("The document has an unsupported type")
    data = property_values(
        # One page above the limit shows that there are too many; later pages are not drawn.
        PageRange="1-%d" % (MOST_PAGES + 1),
        Quality=90,
        ReduceImageResolution=True,
        MaxImageResolution=300,
        ExportBookmarks=False,
        ExportFormFields=False,
        ExportNotes=False,
        ExportNotesPages=False,
        ExportHiddenSlides=False,
        UseTaggedPDF=False,
        IsSkipEmptyPages=True,
    )
    return property_values(FilterName=filter_name, FilterData=uno.Any("[]com.sun.star.beans.PropertyValue", data))


def fit_sheets(document):
    """Fits sheets to their pages by width, except those whose author chose a scale."""
    styles = document.StyleFamilies.getByName("PageStyles")
    fitted = {}
    for sheet in document.Sheets:
        if not sheet.IsVisible:
            continue
        if not sheet.getPrintAreas():
            leave_out_far_formats(sheet)
        width = width_of(sheet)
        style = styles.getByName(sheet.PageStyle)
        is_chosen = style.PageScale not in (0, 100) or style.ScaleToPages or style.ScaleToPagesX or style.ScaleToPagesY
        if is_chosen:
            continue
        name = sheet.PageStyle
        fitted[name] = max(width, fitted.get(name, 0))
    for name, width in fitted.items():
        fit_style(styles.getByName(name), width)


def fit_style(style, width):
    """Prints the pages of a style in landscape, or scales them down, until the width fits."""

    def paper():
        return style.Width - style.LeftMargin - style.RightMargin

    if width <= paper():
        return
    if style.Height > style.Width and width > ACROSS_FROM * paper():
        style.Width, style.Height = style.Height, style.Width
        style.IsLandscape = True
    if width > paper():
        style.ScaleToPagesX = int(-(-width * SMALLEST_SCALE // paper()))
        style.ScaleToPagesY = 0


def least_pages(document):
    """The pages of the filled rows at the smallest scale. The layout of a million rows would take minutes."""
    styles = document.StyleFamilies.getByName("PageStyles")
    pages = 0
    for sheet in document.Sheets:
        if sheet.IsVisible and not sheet.getPrintAreas():
            style = styles.getByName(sheet.PageStyle)
            scale = SMALLEST_SCALE if style.PageScale in (0, 100) else style.PageScale / 100
            pages += filled_height(sheet) * scale / style.Height
    return pages


def filled_height(sheet):
    rows = sorted((area.StartRow, area.EndRow) for area in sheet.queryContentCells(CONTENT).getRangeAddresses())
    height, next_row = 0, 0
    for first, last in rows:
        first = max(first, next_row)
        if first <= last:
            height += sheet.getCellRangeByPosition(0, first, 0, last).Size.Height
            next_row = last + 1
    return height


def width_of(sheet):
    areas = sheet.getPrintAreas() or (used_area(sheet),)
    widths = [sheet.getCellRangeByPosition(a.StartColumn, 0, a.EndColumn, 0).Size.Width for a in areas]
    for shape in sheet.DrawPage if not sheet.getPrintAreas() else ():
        widths.append(shape.Position.X + shape.Size.Width)
    return max(widths)


def used_area(sheet):
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    return CellRangeAddress(end.Sheet, 0, 0, end.EndColumn, end.EndRow)


def leave_out_far_formats(sheet):
    """Sets a print area, so that borders and colours far beyond the content make no pages."""
    used = used_area(sheet)
    filled = sheet.queryContentCells(CONTENT).getRangeAddresses()
    last_row = max((area.EndRow for area in filled), default=0)
    last_column = max((area.EndColumn for area in filled), default=0)
    is_far = used.EndRow > last_row + EMPTY_ROWS or used.EndColumn > last_column + EMPTY_COLUMNS
    if is_far and filled and not sheet.DrawPage.Count:
        used.EndRow, used.EndColumn = last_row, last_column
        sheet.setPrintAreas((used,))


def end_if_gone(desktop):
    """Ends this process without an answer if LibreOffice has died: then the document is not the reason."""
    try:
        desktop.getImplementationName()
    except Exception:
        time.sleep(ENDS_WITHIN_SECONDS)
        os._exit(1)


def clear_desk():
    shutil.rmtree(DESK, ignore_errors=True)
    # LibreOffice keeps its own temporary folder; only the files in it are removed.
    for left in glob.glob(os.path.join(FOLDER, "lu*", "*")):
        if os.path.isfile(left):
            os.unlink(left)


def take(stream, count):
    data = stream.read(count)
    if len(data) < count:
        sys.exit(0)
    return data


def say(stream, header, data=b""):
    text = json.dumps(header).encode()
    with SPEAKING:
        stream.write(struct.pack(">II", len(text), len(data)) + text + data)
        stream.flush()


def main():
    desktop, files = start_office()
    answers = os.fdopen(3, "wb")
    say(answers, {"type": "ready"})
    while True:
        header_length, data_length = struct.unpack(">II", take(sys.stdin.buffer, 8))
        job = json.loads(take(sys.stdin.buffer, header_length))
        data = take(sys.stdin.buffer, data_length)
        pdf = b""
        try:
            pdf = convert(desktop, files, job, data)
            answer = {"type": "pdf"}
        except Unconvertible as error:
            answer = {"type": "failed", "reason": error.reason}
        except Exception:
            # LibreOffice cannot open the document.
            end_if_gone(desktop)
            answer = {"type": "failed", "reason": "damaged"}
        clear_desk()
        say(answers, answer, pdf)


main()
