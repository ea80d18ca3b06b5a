import type { Translated } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';
import type * as english from './dashboard-words.en.js';

export const words = {
  howToPrintWords: {
    title: 'So drucken Sie',
    steps: [
      'Dokumente mailen oder hochladen',
      'Seiten und Farbe wählen',
      'Einen sicheren Code holen',
      'Den Code am Drucker eingeben',
    ],
  },
  documentsCardWords: {
    title: 'Zu druckende Dokumente',
    empty: 'Noch nichts hier. Ein Dokument ist einige Sekunden nach dem Hochladen bereit.',
    loading: 'Ihre Dokumente werden geladen',
    notLoaded: 'Ihre Dokumente konnten nicht geladen werden.',
    tryAgain: 'Noch einmal versuchen',
    pagesNotRemoved: 'Die Seiten konnten nicht entfernt werden.',
    pagesNotRemovedAdvice: 'Das Dokument ist, wie es war. Versuchen Sie es gleich noch einmal.',
  },
  balanceLinkWords: {
    balance: 'Guthaben',
    unknown: 'noch nicht bekannt',
    and: 'und',
    more: 'Aufladen',
  },
  codeWords: {
    title: 'Ihr Code',
    none: 'Noch kein Code',
    lead: 'Sechs Ziffern, die Sie am Drucker eingeben. Sie gelten einmal, für einige Minuten.',
    loading: 'Ihr Code wird geholt',
    failed: 'Fehler',
    failedAdvice: 'Es war kein Code zu bekommen. Versuchen Sie es gleich noch einmal.',
    used: (printer) => `Ihr Code wurde an ${printer} benutzt. Er gilt einmal.`,
    runOut: 'Ihr Code ist abgelaufen. Ihre Dokumente sind noch hier.',
    get: 'Code holen',
    toCode: 'Ihr Code',
    goodFor: 'Gültig noch',
    reset: 'Code ausblenden',
    copy: 'Kopieren',
    copied: 'Kopiert',
    cannotCopy: 'Nicht kopiert',
  },
  howToUseCodeWords: {
    title: 'So benutzen Sie Ihren Code',
    close: 'Schließen',
    press: 'Drücken Sie den',
    pinkButton: 'rosa Knopf',
    onScreen: 'auf dem Bildschirm am Drucker.',
    enter: 'Geben Sie den Code ein und drücken Sie',
    login: 'ANMELDEN',
    select: 'Wählen Sie, was gedruckt werden soll.',
    gotIt: 'Verstanden',
  },
  documentWords: {
    seePages: (fileName) => `Seiten von ${fileName} ansehen`,
    closePages: (fileName) => `Seiten von ${fileName} schließen`,
    delete: (fileName) => `${fileName} löschen`,
    move: (fileName) => `${fileName} nach oben oder unten verschieben`,
    moveHow: 'Nach oben oder unten ziehen, die Pfeiltasten drücken, oder klicken, um es nach oben zu stellen',
    cancelUpload: (fileName) => `${fileName} nicht senden`,
    takingPagesOut: 'Seiten werden entfernt',
    printed: 'gedruckt',
    restFailed: {
      why: 'Einige Seiten sind gedruckt; der Rest konnte nicht vorbereitet werden.',
      remedy: 'Sehen Sie seine Seiten an, und schließen Sie sie, um die übrigen zu drucken.',
    },
    spaceLeft: ({ documents, megabytes }) => `Noch Platz für ${documents} Dokumente und ${megabytes} MB.`,
    noRoom: 'Kein Platz mehr. Löschen Sie ein Dokument, um ein anderes hochzuladen.',
    keptUntil: (moment) => `bleibt bis ${moment}`,
    waiting: 'Wartet, bis es an der Reihe ist',
    sending: 'Wird gesendet',
    preparing: 'Wird vorbereitet, in einigen Sekunden bereit',
    preparingLate:
      'Wird noch vorbereitet, länger als sonst. Sie können diese Seite verlassen; es geht weiter.',
  },
  sideNames: { '1-Sided': 'Einseitig', '2-Sided': 'Beidseitig' },
  colorNames: { mono: 'Schwarz-weiß', color: 'Farbe' },
  failureWords: {
    empty: {
      why: 'Die Datei ist leer.',
      remedy: 'Prüfen Sie, ob sie gespeichert wurde, und laden Sie sie noch einmal hoch.',
    },
    damaged: {
      why: 'Die Datei lässt sich nicht öffnen.',
      remedy: 'Speichern oder exportieren Sie sie neu, und laden Sie die neue Datei hoch.',
    },
    'type-mismatch': {
      why: 'Die Datei ist nicht, was ihr Name sagt.',
      remedy: 'Speichern Sie sie als PDF, und laden Sie das hoch.',
    },
    'password-protected': {
      why: 'Die Datei braucht ein Passwort.',
      remedy: 'Speichern Sie eine Kopie ohne Passwort, und laden Sie die hoch.',
    },
    'missing-font': {
      why: 'Die Datei braucht eine Schrift, die nicht in ihr steckt.',
      remedy: 'Speichern Sie sie als PDF mit eingebetteten Schriften, und laden Sie das hoch.',
    },
    'too-large': {
      why: 'Die Datei ist zu groß.',
      remedy: 'Verkleinern oder teilen Sie sie, und laden Sie die Teile hoch.',
    },
    'no-room': {
      why: 'Für die Seiten dieses Dokuments ist kein Platz mehr.',
      remedy: 'Löschen Sie Dokumente, die Sie nicht mehr brauchen, und laden Sie es noch einmal hoch.',
    },
    'too-many-pages': {
      why: 'Das Dokument hat mehr als 500 Seiten.',
      remedy: 'Teilen Sie es in kürzere Teile, und laden Sie die hoch.',
    },
    timeout: {
      why: 'Die Vorbereitung des Dokuments hat zu lange gedauert.',
      remedy: 'Speichern Sie es als PDF, und laden Sie das hoch.',
    },
  },
  jobsWords: {
    title: 'Am Drucker',
    showMore: (count) => `${count} weitere zeigen`,
    stalled: 'Ihr Geld bleibt 10 Minuten zurückgelegt; was nicht gedruckt wird, kommt zurück.',
    progress: (fileName) => `Gedruckte Seiten von ${fileName}`,
  },
  printAddressWords: {
    label: 'Dokumente mailen an',
    copy: 'Adresse kopieren',
    copied: 'Kopiert',
    cannotCopy: 'Hier nicht zu kopieren',
  },
  newsWords: {
    ready: (fileName) => `${fileName} ist bereit.`,
    failed: (fileName, why) => `${fileName} konnte nicht vorbereitet werden. ${why}`,
  },
  optionsWords: { group: 'Druckoptionen', sides: 'Seiten', color: 'Farbe' },
  pagesWords: {
    group: (fileName) => `Seiten von ${fileName}`,
    page: (page) => `Seite ${page}`,
    printedPage: (page) => `Seite ${page}, gedruckt`,
    printed: 'gedruckt',
    oneStays: 'Eine Seite bleibt immer.',
    lookAt: (page) => `Seite ${page} genau ansehen`,
    look: 'Genau ansehen',
    noPicture: 'Gerade kein Bild',
    close: 'Schließen',
    picture: (page, fileName) => `Seite ${page} von ${fileName}`,
    place: (page, count) => `Seite ${page} von ${count}`,
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    print: 'Diese Seite drucken',
    printAgain: 'Diese Seite noch einmal drucken und bezahlen',
    only: 'Nur diese Seiten drucken',
    onlyHint: (count) => `Zum Beispiel 1-3, 7. Es gibt ${count}.`,
    onlyWrong: (count) => `Schreiben Sie Seiten von 1 bis ${count} so: 1-3, 7`,
    keepOnly: 'Nur diese behalten',
  },
  selectionInWords: (kept, count) => {
    if (count === 1) return 'Diese Seite wird gedruckt.';
    if (kept === count) return 'Alle Seiten werden gedruckt. Klicken Sie auf eine Seite, um sie auszulassen.';
    return `${kept} von ${count} Seiten werden gedruckt. Schließen Sie, um die anderen auszulassen.`;
  },
  restSelectionInWords: (kept, again) => {
    const prints = kept === 1 ? '1 Seite wird gedruckt.' : `${kept} Seiten werden gedruckt.`;
    if (again === 0) {
      return `${prints} Gedruckte Seiten sind ausgelassen: Klicken Sie auf eine, um sie noch einmal zu drucken und zu bezahlen.`;
    }
    return `${prints} ${again === 1 ? 'Eine davon war schon gedruckt und wird' : `${again} davon waren schon gedruckt und werden`} noch einmal bezahlt.`;
  },
  finishWords: {
    scanned: 'Sie haben den QR-Code eines Druckers gescannt.',
    finish: 'Am Drucker weitermachen',
    short: (shortfall) => `Am Drucker fehlen ${formatMoney(shortfall)}.`,
    topUp: 'Aufladen',
  },
  printersWords: { title: 'Wo Sie drucken', costs: 'Ihre Liste kostet', close: 'Schließen' },
  placeWords: {
    none: 'Sehen Sie vorher, welche Drucker bereit sind und was Ihre Liste dort kostet.',
    open: 'Ort wählen',
    close: 'Suche schließen',
    label: 'Name des Ortes',
    add: (place) => `${place} zeigen`,
    addShort: 'zeigen',
    remove: (place) => `${place} entfernen`,
    removeShort: 'entfernen',
    full: 'Sie haben zehn Orte gewählt. Bitte entfernen Sie zuerst einen.',
    failed: 'Das ließ sich nicht speichern. Bitte versuchen Sie es noch einmal.',
  },
  foundWords: (count, letters) => {
    if (letters === '') return count === 0 ? 'Tippen Sie einen Teil des Namens.' : 'Sie haben gewählt:';
    if (count === 0) return 'Diesen Ort gibt es hier nicht. Versuchen Sie weniger Buchstaben.';
    return count === 1 ? 'Ein Ort:' : `${count} Orte:`;
  },
  backWords: (printer, site) => `${printer}, ${site}, ist wieder da. Sie können dort wieder drucken.`,
  abilitiesInWords: ({ color, duplex }) =>
    color === null || duplex === null
      ? undefined
      : `${color ? 'Farbe' : 'Schwarz-weiß'}, ${duplex ? 'beidseitig' : 'nur einseitig'}`,
  uploadWords: {
    drop: 'Dokumente hier hochladen',
    byMouse: 'Klicken, ablegen oder einfügen.',
    byTouch: 'Zum Auswählen tippen.',
    hint: () => 'PDF, Office-Dokumente, Bilder; je 50 MB.',
    camera: 'Foto aufnehmen',
    shared: (fileNames) => `Mit Sixpence geteilt: ${fileNames}`,
    sendShared: 'Hochladen',
    leaveShared: 'Weglassen',
  },
  uploadSentences: {
    notSupported: 'Dateityp nicht unterstützt',
    failed: 'Das Hochladen hat nicht funktioniert.',
  },
  remedies: {
    type: 'Ein PDF oder JPEG geht immer.',
    heic: 'Das sind HEIC-Bilder, wie iPhones sie machen: Teilen Sie sie als JPEG, oder wählen Sie Einstellungen, Kamera, Formate, Maximale Kompatibilität.',
    other: 'Versuchen Sie es in einer Minute noch einmal.',
    of: {
      0: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
      400: 'Geben Sie der Datei einen einfachen Namen und versuchen Sie es noch einmal.',
      409: 'Dafür ist kein Platz mehr: Löschen Sie einige Dokumente, dann versuchen Sie es noch einmal.',
      413: 'Sie ist größer als 50 MB: Verkleinern oder teilen Sie sie.',
      429: 'Das war viel auf einmal: Warten Sie eine Minute, dann versuchen Sie es noch einmal.',
      507: 'Unser Speicher ist gerade voll: Versuchen Sie es in einer Minute noch einmal.',
    },
    cannotPrint: (fileNames, remedy) => `${fileNames}: nicht zu drucken. ${remedy}`,
    notSent: (fileNames, remedy) => `${fileNames}: nicht gesendet. ${remedy}`,
  },
} satisfies Translated<typeof english>;
