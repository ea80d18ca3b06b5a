/** A kind of file: how its content is recognised, how it is named to users, and how it becomes a PDF. */
export interface FileType {
  /** The official type first, then other names that browsers and systems use for it. */
  mediaTypes: readonly [string, ...string[]];
  /** The possible first bytes of a file, one character per byte (Latin-1); `?` matches any byte. */
  begins: readonly string[];
  /** If programs accept other bytes before the beginning: the beginning must end within this many bytes. */
  beginsWithin?: number;
  /** Users' name for such files, in lists of accepted files. */
  shownAs: 'PDF' | 'office documents' | 'pictures';
  road: PdfRoad | PictureRoad | OfficeRoad;
}

/** The file is a PDF already and is only cleaned. */
interface PdfRoad {
  by: 'pdf';
}

/** The pixels are placed on A4 pages. */
interface PictureRoad {
  by: 'picture';
  decoder: PictureDecoder;
}

/** LibreOffice converts the file. */
export interface OfficeRoad {
  by: 'office';
  /** The inspection that checks the file first and chooses one of the filters. */
  inspection: OfficeInspection;
  /**
   * LibreOffice's own names of the allowed import filters. LibreOffice never guesses a filter, because a file
   * can steer a guess.
   */
  filters: readonly [ImportFilter, ...ImportFilter[]];
}

const zip = 'PK\x03\x04';
/**
 * The first bytes of a compound file ([MS-CFB] 2.2): office documents from before 2007, and later encrypted
 * ones.
 */
const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

const picture = <const Decoder extends string>(
  decoder: Decoder,
  type: { mediaTypes: FileType['mediaTypes']; begins: readonly string[] },
) => ({ ...type, shownAs: 'pictures', road: { by: 'picture', decoder } }) as const;

const office = <const Inspection extends string, const Filter extends string>(
  type: { mediaTypes: FileType['mediaTypes']; begins: readonly string[] },
  road: { inspection: Inspection; filters: readonly [Filter, ...Filter[]] },
) => ({ ...type, shownAs: 'office documents', road: { by: 'office', ...road } }) as const;

/** Word, Excel, and PowerPoint since 2007. */
const openXml = <const Filter extends string>(kind: string, filter: Filter) => {
  const mediaType = `application/vnd.openxmlformats-officedocument.${kind}`;
  const type = { mediaTypes: [mediaType], begins: [zip, compound] } as const;
  return office(type, { inspection: 'open-xml', filters: [filter] });
};

const openDocument = <const Filter extends string>(kind: string, filter: Filter) => {
  const type = { mediaTypes: [`application/vnd.oasis.opendocument.${kind}`], begins: [zip] } as const;
  return office(type, { inspection: 'open-document', filters: [filter] });
};

const word = office(
  { mediaTypes: ['application/msword'], begins: [compound] },
  { inspection: 'word', filters: ['MS Word 97', 'MS WinWord 6.0'] },
);
const jpeg = picture('single', {
  mediaTypes: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  begins: ['\xff\xd8\xff'],
});
const tiff = picture('sheets', {
  mediaTypes: ['image/tiff', 'image/tif', 'image/x-tiff'],
  // The last two are BigTIFF.
  begins: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
});

const table = {
  pdf: {
    mediaTypes: ['application/pdf', 'application/x-pdf'],
    begins: ['%PDF-'],
    beginsWithin: 1_024,
    shownAs: 'PDF',
    road: { by: 'pdf' },
  },

  doc: word,
  dot: word,
  docx: openXml('wordprocessingml.document', 'MS Word 2007 XML'),
  dotx: openXml('wordprocessingml.template', 'MS Word 2007 XML Template'),
  odt: openDocument('text', 'writer8'),
  rtf: office(
    {
      // The last one is Windows' type for rich text when Word is installed.
      mediaTypes: ['application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext', 'application/msword'],
      begins: ['{\\rtf'],
    },
    { inspection: 'rtf', filters: ['Rich Text Format'] },
  ),
  xls: office(
    { mediaTypes: ['application/vnd.ms-excel'], begins: [compound] },
    { inspection: 'excel', filters: ['MS Excel 97', 'MS Excel 5.0/95'] },
  ),
  xlsx: openXml('spreadsheetml.sheet', 'Calc MS Excel 2007 XML'),
  ods: openDocument('spreadsheet', 'calc8'),
  ppt: office(
    { mediaTypes: ['application/vnd.ms-powerpoint'], begins: [compound] },
    { inspection: 'powerpoint', filters: ['MS PowerPoint 97'] },
  ),
  pptx: openXml('presentationml.presentation', 'Impress MS PowerPoint 2007 XML'),
  odp: openDocument('presentation', 'impress8'),

  jpg: jpeg,
  jpeg,
  png: picture('single', { mediaTypes: ['image/png', 'image/x-png'], begins: ['\x89PNG\r\n\x1a\n'] }),
  gif: picture('single', { mediaTypes: ['image/gif'], begins: ['GIF87a', 'GIF89a'] }),
  webp: picture('single', { mediaTypes: ['image/webp'], begins: ['RIFF????WEBP'] }),
  bmp: picture('bitmap', { mediaTypes: ['image/bmp', 'image/x-bmp', 'image/x-ms-bmp'], begins: ['BM'] }),
  tiff,
  tif: tiff,
} as const;

type Roads = (typeof table)[Extension]['road'];
export type Extension = keyof typeof table;
/** Each of these is one decoder of the converter. */
export type PictureDecoder = Extract<Roads, { by: 'picture' }>['decoder'];
/** Each of these is one inspection of the converter. */
export type OfficeInspection = Extract<Roads, { by: 'office' }>['inspection'];
export type ImportFilter = Extract<Roads, { by: 'office' }>['filters'][number];

/**
 * The only table of accepted files, by extension. The upload page, core, and the converter all use it.
 * Extensions of one type share a row.
 */
export const fileTypes: Readonly<Record<Extension, FileType>> = table;

/** Extensions that the dashboard accepts (specification §5). */
export const acceptedExtensions = Object.keys(fileTypes) as Extension[];

/** All import filters that LibreOffice may use. */
export const importFilters: readonly ImportFilter[] = [
  ...new Set(Object.values(fileTypes).flatMap(({ road }) => (road.by === 'office' ? road.filters : []))),
];

/** The type of a file name's extension; undefined when that extension is not accepted. */
export function fileTypeOf(fileName: string): FileType | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(fileTypes, extension) ? fileTypes[extension as Extension] : undefined;
}

/** The type of an accepted document, by the first of its media types. */
export function fileTypeNamed(mediaType: string): FileType | undefined {
  return Object.values(fileTypes).find(({ mediaTypes }) => mediaTypes[0] === mediaType);
}
