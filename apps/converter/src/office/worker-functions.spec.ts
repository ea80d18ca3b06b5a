import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const worker = join(import.meta.dirname, '../../office/worker.py');

/** The functions of the worker, beside stand-ins for LibreOffice's bridge. */
const surroundings = `
import json, sys, types
from types import SimpleNamespace as Thing

class PropertyValue:
    def __init__(self, Name, Value):
        self.Name, self.Value = Name, Value

class CellRangeAddress(Thing):
    def __init__(self, *fields):
        names = ("Sheet", "StartColumn", "StartRow", "EndColumn", "EndRow")
        super().__init__(**dict(zip(names, fields)))

for name in ("uno", "com", "com.sun", "com.sun.star", "com.sun.star.beans", "com.sun.star.table"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["com.sun.star.beans"].PropertyValue = PropertyValue
sys.modules["com.sun.star.table"].CellRangeAddress = CellRangeAddress
sys.modules["uno"].systemPathToFileUrl = lambda path: "file://" + path
sys.modules["uno"].Any = lambda kind, value: value
exec(open(sys.argv[1], encoding="utf-8").read().rsplit("main()", 1)[0])

def named(values):
    return {value.Name: value.Value for value in values}

def style(**entries):
    margins = dict(LeftMargin=1000, RightMargin=1000)
    scales = dict(PageScale=100, ScaleToPages=0, ScaleToPagesX=0, ScaleToPagesY=1, IsLandscape=False)
    return Thing(**{**dict(Width=21000, Height=29700), **margins, **scales, **entries})

class Sheet:
    """A sheet of columns of 100 and rows of 10, with content in these areas, used to this column and row."""

    def __init__(self, used=(0, 0), filled=(), areas=(), shapes=(), visible=True, page_style="Default"):
        self.used, self.filled, self.areas, self.IsVisible = used, filled, list(areas), visible
        self.PageStyle = page_style
        self.shapes = [Thing(Position=Thing(X=x), Size=Thing(Width=width)) for x, width in shapes]

    @property
    def DrawPage(self):
        class Shapes(list):
            Count = len(self.shapes)
        return Shapes(self.shapes)

    def getPrintAreas(self):
        return self.areas

    def setPrintAreas(self, areas):
        self.areas = [*areas]

    def createCursor(self):
        end = Thing(Sheet=0, EndColumn=self.used[0], EndRow=self.used[1])
        return Thing(gotoEndOfUsedArea=lambda _: None, RangeAddress=end)

    def queryContentCells(self, kinds):
        assert kinds == 23
        return Thing(getRangeAddresses=lambda: [CellRangeAddress(0, *area) for area in self.filled])

    def getCellRangeByPosition(self, left, top, right, bottom):
        return Thing(Size=Thing(Width=(right - left + 1) * 100, Height=(bottom - top + 1) * 10))

def book(sheets, **styles):
    pages = Thing(getByName=lambda name: styles[name])
    return Thing(Sheets=sheets, StyleFamilies=Thing(getByName=lambda name: {"PageStyles": pages}[name]))
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-worker-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs this script beside the worker's functions. @returns what it prints, which is JSON */
function run(script: string): unknown {
  const env = {
    PATH: process.env.PATH,
    TMPDIR: folder,
    OFFICE: '/office/program/soffice.bin',
    MOST_PAGES: '500',
  };
  return JSON.parse(
    execFileSync('python3', ['-c', `${surroundings}\n${script}`, worker], { env, encoding: 'utf8' }),
  );
}

describe('a sheet', () => {
  const scaled = (scale: number) => ({ size: [21_000, 29_700], isLandscape: false, scale: [scale, 0] });
  const turned = (...scale: [number, number]) => ({ size: [29_700, 21_000], isLandscape: true, scale });

  test.each([
    [
      'as wide as its paper is not scaled',
      19_000,
      { size: [21_000, 29_700], isLandscape: false, scale: [0, 1] },
    ],
    ['that is slightly wider is scaled to one page', 19_001, scaled(1)],
    ['as wide as one and a quarter pages stays upright', 23_750, scaled(1)],
    ['that is wider is printed in landscape', 23_751, turned(0, 1)],
    ['as wide as the longer paper is not scaled', 27_700, turned(0, 1)],
    ['that is wider than the longer paper is scaled to one page', 27_701, turned(1, 0)],
    ['as wide as two and a half landscape pages is scaled to one page', 69_250, turned(1, 0)],
    ['wider than two and a half landscape pages is scaled to two pages', 69_251, turned(2, 0)],
  ])('%s', (_what, width, expected) => {
    const script = `page = style()
fit_style(page, ${width})
print(json.dumps(dict(size=[page.Width, page.Height], isLandscape=page.IsLandscape, scale=[page.ScaleToPagesX, page.ScaleToPagesY])))`;
    expect(run(script)).toEqual(expected);
  });

  test('on paper in landscape is not turned', () => {
    const script = `page = style(Width=29700, Height=21000, IsLandscape=True)
fit_style(page, 60000)
print(json.dumps([page.Width, page.ScaleToPagesX]))`;
    expect(run(script)).toEqual([29_700, 1]);
  });

  test('with the same page style as others is fitted like the widest visible one', () => {
    const script = `wide, hidden = Sheet(used=(209, 0)), Sheet(used=(9999, 0), visible=False)
page = style(ScaleToPagesY=0)
fit_sheets(book([Sheet(), wide, Sheet(), hidden], Default=page))
print(json.dumps([page.ScaleToPagesX, page.IsLandscape]))`;
    expect(run(script)).toEqual([1, false]);
  });

  test('whose author chose a scale keeps it', () => {
    const script = `chosen = [dict(PageScale=50), dict(ScaleToPages=2), dict(ScaleToPagesX=3), dict(ScaleToPagesY=3)]
pages = [style(**{**dict(ScaleToPagesY=0), **entries}) for entries in [*chosen, dict(PageScale=0), {}]]
for page in pages:
    fit_sheets(book([Sheet(used=(999, 0))], Default=page))
print(json.dumps([page.IsLandscape for page in pages]))`;
    expect(run(script)).toEqual([false, false, false, false, true, true]);
  });

  test('is as wide as its print areas, or else as its used columns and its shapes', () => {
    const script = `areas = [CellRangeAddress(0, 2, 0, 4, 0), CellRangeAddress(0, 0, 0, 0, 0)]
sheets = [Sheet(used=(9, 0)), Sheet(used=(9, 0), shapes=[(500, 700)]), Sheet(used=(9, 0), areas=areas, shapes=[(500, 700)])]
print(json.dumps([width_of(sheet) for sheet in sheets]))`;
    expect(run(script)).toEqual([1_000, 1_200, 300]);
  });

  test.each([
    ['rows', [5, 210], false],
    ['rows', [5, 211], true],
    ['columns', [35, 10], false],
    ['columns', [36, 10], true],
  ])('prints no colours far beyond its content: %s up to %j, %s', (_what, used, isLeftOut) => {
    const script = `sheets = [Sheet(used=(${used.join()}), filled=filled, shapes=shapes) for filled, shapes in (
    ([(0, 0, 5, 3), (2, 4, 3, 10)], []), ([], []), ([(0, 0, 5, 10)], [(0, 1)]))]
for sheet in sheets:
    leave_out_far_formats(sheet)
print(json.dumps([[vars(area) for area in sheet.areas] for sheet in sheets]))`;
    const area = { Sheet: 0, StartColumn: 0, StartRow: 0, EndColumn: 5, EndRow: 10 };
    expect(run(script)).toEqual([isLeftOut ? [area] : [], [], []]);
  });
});

test('the minimum of pages of a spreadsheet is computed from its filled rows at the smallest scale', () => {
  // Of the filled rows 0 to 99, each counts once.
  const script = `rows = [(0, 50, 0, 98), (7, 99, 7, 99), (0, 0, 3, 59), (4, 20, 4, 30)]
def pages(page, **sheet):
    return least_pages(book([Sheet(filled=rows, **sheet)], Default=page))
area = [CellRangeAddress(0, 0, 0, 0, 0)]
small = dict(Height=100)
print(json.dumps([pages(style(**small)), pages(style(PageScale=0, **small)), pages(style(PageScale=50, **small)),
    pages(style(**small), areas=area), pages(style(**small), visible=False)]))`;
  expect(run(script)).toEqual([4, 4, 5, 0, 0]);
});

/** Converts a document of this kind. @returns the options of its opening and of its export */
const converting = (kind: string, more = '') => `
seen = {}
class Document:
    DrawPage, DrawPages, Sheets = Thing(Forms=[]), [], []
    StyleFamilies = Thing(getByName=lambda name: None)
    def supportsService(self, service):
        return service == "${kind}"
    def storeToURL(self, address, options):
        seen["export"] = named(options)
        seen["export"]["FilterData"] = named(seen["export"]["FilterData"])
        open(address.removeprefix("file://"), "wb").write(b"%PDF")
    def close(self, owns):
        seen["closed"] = owns
def load(address, frame, flags, options):
    seen["open"] = [address, frame, flags, named(options)]
    return Document()
files = Thing(openFileRead=lambda address: open(address.removeprefix("file://")).read())
${more}
try:
    seen["pdf"] = convert(Thing(loadComponentFromURL=load), files, {"name": "essay.odt", "filter": "writer8"}, b"text").decode()
except Exception as error:
    seen["error"] = getattr(error, "reason", "damaged")
print(json.dumps(seen))`;

describe('a document', () => {
  test('is opened hidden, without macros and updates, under its own name', () => {
    expect(run(converting('com.sun.star.text.TextDocument'))).toMatchObject({
      open: [
        'file:///essay.odt',
        '_blank',
        0,
        { Hidden: true, InputStream: 'text', FilterName: 'writer8', MacroExecutionMode: 0, UpdateDocMode: 0 },
      ],
      closed: true,
      pdf: '%PDF',
    });
  });

  test.each([
    ['text.TextDocument', 'writer_pdf_Export'],
    ['sheet.SpreadsheetDocument', 'calc_pdf_Export'],
    ['presentation.PresentationDocument', 'impress_pdf_Export'],
  ])('of the kind %s is exported by %s, up to one page above the limit', (kind, filter) => {
    expect(run(converting(`com.sun.star.${kind}`))).toMatchObject({
      export: {
        FilterName: filter,
        FilterData: {
          ...{ PageRange: '1-501', Quality: 90, ReduceImageResolution: true, MaxImageResolution: 300 },
          ...{ ExportBookmarks: false, ExportFormFields: false, ExportNotes: false, ExportNotesPages: false },
          ...{ ExportHiddenSlides: false, UseTaggedPDF: false, IsSkipEmptyPages: true },
        },
      },
    });
  });

  test.each([
    [500, undefined],
    [500.1, 'too-many-pages'],
  ])('of a spreadsheet with at least %d pages ends with the reason %s, and is closed', (pages, error) => {
    const least = `least_pages = lambda document: ${pages}`;
    const seen = run(converting('com.sun.star.sheet.SpreadsheetDocument', least)) as { error?: string };
    expect(seen).toMatchObject({ closed: true });
    expect(seen.error).toBe(error);
  });

  test('of another kind is damaged, and closed', () => {
    expect(run(converting('com.sun.star.chart.Chart'))).toMatchObject({ closed: true, error: 'damaged' });
  });

  test('that LibreOffice does not open is damaged', () => {
    const nothing = 'load = lambda *_: None';
    expect(run(converting('com.sun.star.text.TextDocument', nothing))).toEqual({ error: 'damaged' });
  });
});

test('LibreOffice starts without a screen, a lock, or a recovery, and ends with its worker', () => {
  const script = `subprocess.Popen = lambda command, **options: [command, options]
command, options = launch()
options["env"] = {name: options["env"][name] for name in ("OFFICE", "FONTCONFIG_FILE")}
print(json.dumps([command, options]))`;
  const [command, options] = run(script) as [string[], object];
  expect(command).toEqual([
    ...['setpriv', '--pdeathsig', 'KILL', '/office/program/soffice.bin'],
    ...['--headless', '--invisible', '--nologo', '--nodefault', '--norestore', '--nofirststartwizard'],
    ...['--nolockcheck', `-env:UserInstallation=file://${folder}/profile`],
    `--accept=pipe,name=${folder.split('/').at(-1)};urp`,
  ]);
  const env = { OFFICE: '/office/program/soffice.bin', FONTCONFIG_FILE: `${folder}/fonts.conf` };
  expect(options).toEqual({ stdin: -3, stdout: -3, stderr: -3, env });
});

test('after a document its files and the files of LibreOffice are removed, but no folder of LibreOffice', () => {
  for (const path of ['desk', 'lu1/kept', 'profile']) mkdirSync(join(folder, path), { recursive: true });
  const script = `for name in ("desk/document", "lu1/left", "profile/settings"):
    open(os.path.join(FOLDER, name), "w").write("text")
clear_desk()
clear_desk()
print(json.dumps(sorted(glob.glob(FOLDER + "/**", recursive=True))))`;
  const left = ['', 'lu1', 'lu1/kept', 'profile', 'profile/settings'].map((path) => `${folder}/${path}`);
  expect(run(script)).toEqual(left);
});
