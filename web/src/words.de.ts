import type { Translated } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';
import { sharedWords } from '@sixpence/theme/words.de';
import type * as chrome from './app/chrome/chrome-words.js';
import type { commonPasswordWords } from './components/common-password-words.js';
import type { contentWords } from './components/content/content-words.js';
import type { helpSearchWords } from './components/help-search/help-search-words.js';
import type { notLoadedWords } from './components/not-loaded-words.js';
import type { passwordFieldWords } from './components/password-field-words.js';
import type { socialWords } from './components/social/social-words.js';
import type { twoStepsWords } from './components/two-steps/two-steps-words.js';
import type { accountWords } from './features/account/account-words.js';
import type { addressesWords } from './features/account/addresses/addresses-words.js';
import type { leavingWords } from './features/account/leaving/leaving-words.js';
import type { mailWords as accountMailWords } from './features/account/mail/mail-words.js';
import type { passwordWords } from './features/account/password/password-words.js';
import type { providersWords } from './features/account/providers/providers-words.js';
import type { sessionsWords } from './features/account/sessions/sessions-words.js';
import type * as creditsBalance from './features/credits/balance/balance-words.js';
import type * as credits from './features/credits/credits-words.js';
import type { statementWords } from './features/credits/statement/statement-words.js';
import type * as topUp from './features/credits/top-up/top-up-words.js';
import type { balanceWords as dashboardBalanceWords } from './features/dashboard/balance/balance-words.js';
import type * as code from './features/dashboard/code/code-words.js';
import type * as dashboard from './features/dashboard/dashboard-words.js';
import type * as documents from './features/dashboard/documents/documents-words.js';
import type { failureWords } from './features/dashboard/documents/failure-words.js';
import type { jobsWords } from './features/dashboard/jobs/jobs-words.js';
import type { mailWords as dashboardMailWords } from './features/dashboard/mail/mail-words.js';
import type { newsWords } from './features/dashboard/news/news-words.js';
import type { optionsWords } from './features/dashboard/options/options-words.js';
import type * as pages from './features/dashboard/pages/pages-words.js';
import type * as printers from './features/dashboard/printers/printers-words.js';
import type { finishWords } from './features/dashboard/printer/finish-words.js';
import type { remedies, uploadSentences, uploadWords } from './features/dashboard/upload/upload-words.js';
import type * as enquiries from './features/enquiries/enquiry-words.js';
import type { helpPanelWords } from './features/help/help-panel-words.js';
import type { helpWords } from './features/help/help-words.js';
import type * as landing from './features/landing/landing-words.js';
import type { loginWords } from './features/login/login-words.js';
import type { qrLoginWords } from './features/qr-login/qr-login-words.js';
import type { resetWords } from './features/reset-password/reset-words.js';
import type { signUpWords } from './features/sign-up/sign-up-words.js';
import type { stopChangeWords } from './features/stop-change/stop-change-words.js';
import type { welcomeWords } from './features/welcome/welcome-words.js';
import type { pageTitles } from './lib/page-titles.js';

interface Words {
  chromeWords: typeof chrome.chromeWords;
  brokenWords: typeof chrome.brokenWords;
  commonPasswordWords: typeof commonPasswordWords;
  contentWords: typeof contentWords;
  helpSearchWords: typeof helpSearchWords;
  notLoadedWords: typeof notLoadedWords;
  passwordFieldWords: typeof passwordFieldWords;
  socialWords: typeof socialWords;
  twoStepsWords: typeof twoStepsWords;
  accountWords: typeof accountWords;
  addressesWords: typeof addressesWords;
  leavingWords: typeof leavingWords;
  accountMailWords: typeof accountMailWords;
  passwordWords: typeof passwordWords;
  providersWords: typeof providersWords;
  sessionsWords: typeof sessionsWords;
  creditsBalanceWords: typeof creditsBalance.balanceWords;
  refundWords: typeof creditsBalance.refundWords;
  creditsWords: typeof credits.creditsWords;
  howToTopUpWords: typeof credits.howToTopUpWords;
  monthlyWords: typeof credits.monthlyWords;
  statementWords: typeof statementWords;
  topUpWords: typeof topUp.topUpWords;
  shortInWords: typeof topUp.shortInWords;
  payProblems: typeof topUp.payProblems;
  payOutcomes: typeof topUp.payOutcomes;
  dashboardBalanceWords: typeof dashboardBalanceWords;
  codeWords: typeof code.codeWords;
  howToUseCodeWords: typeof code.howToUseCodeWords;
  howToPrintWords: typeof dashboard.howToPrintWords;
  documentsCardWords: typeof dashboard.documentsCardWords;
  documentWords: typeof documents.documentWords;
  roomInWords: typeof documents.roomInWords;
  failureWords: typeof failureWords;
  jobsWords: typeof jobsWords;
  dashboardMailWords: typeof dashboardMailWords;
  newsWords: typeof newsWords;
  optionsWords: typeof optionsWords;
  sideNames: typeof documents.sideNames;
  colorNames: typeof documents.colorNames;
  pagesWords: typeof pages.pagesWords;
  selectionInWords: typeof pages.selectionInWords;
  restSelectionInWords: typeof pages.restSelectionInWords;
  finishWords: typeof finishWords;
  printersWords: typeof printers.printersWords;
  abilitiesInWords: typeof printers.abilitiesInWords;
  placeWords: typeof printers.placeWords;
  foundWords: typeof printers.foundWords;
  backWords: typeof printers.backWords;
  uploadWords: typeof uploadWords;
  uploadSentences: typeof uploadSentences;
  uploadRemedies: typeof remedies;
  enquiryWords: typeof enquiries.enquiryWords;
  countryWords: typeof enquiries.countryWords;
  contactWords: typeof enquiries.contactWords;
  brochureWords: typeof enquiries.brochureWords;
  helpPanelWords: typeof helpPanelWords;
  helpWords: typeof helpWords;
  landingWords: typeof landing.landingWords;
  sceneWords: typeof landing.sceneWords;
  points: typeof landing.points;
  steps: typeof landing.steps;
  loginWords: typeof loginWords;
  qrLoginWords: typeof qrLoginWords;
  resetWords: typeof resetWords;
  signUpWords: typeof signUpWords;
  stopChangeWords: typeof stopChangeWords;
  welcomeWords: typeof welcomeWords;
  pageTitles: typeof pageTitles;
}

const name = 'Es sollte aussehen wie name@example.com.';
const connection = 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.';
const newestMail = 'Es gilt die neueste Mail, zehn Minuten lang. Sie können eine weitere anfordern.';
const severalCodes =
  'Zuletzt wurden mehrere Codes angefordert. Nehmen Sie den neuesten, oder warten Sie eine Stunde.';
const tooManyTries = 'Zu viele Versuche. Warten Sie einige Minuten, dann versuchen Sie es noch einmal.';
const sentAgain = 'Ein neuer Code ist unterwegs. Der vorige gilt nicht mehr.';
const wrongCode = 'Ungültiger Code. Bitte versuchen Sie es noch einmal.';
const failed = 'Ein Fehler ist aufgetreten. Bitte versuchen Sie es noch einmal.';
const failedLater = 'Ein Fehler ist aufgetreten. Bitte versuchen Sie es später noch einmal.';
const cards = (places: number) => (places > 1 ? 'Ihre Karten' : 'Ihre Karte');

/** The site's German words. Core's own messages, the mails, and the articles exist in English only. */
export const words = {
  ...sharedWords,
  chromeWords: {
    homeLabel: 'Sixpence, Startseite',
    dashboardHomeLabel: 'Sixpence, Übersicht',
    navLabel: 'Hauptmenü',
    signIn: 'Anmelden',
    contactUs: 'Kontakt',
    contact: 'Kontakt',
    brochure: 'Broschüre',
    requestBrochure: 'Broschüre anfordern',
    howTo: 'Anleitung',
    logout: 'Abmelden',
    account: (email) => `Konto: ${email}`,
    copyright: (year) => (year === undefined ? '© Sixpence' : `© ${year} Sixpence`),
    backToDashboard: 'Zurück zur Übersicht',
    backToStart: 'Zurück zum Anfang',
    openingPage: 'Die Seite wird geöffnet',
    helpCorner: 'Hilfe neben der Seite',
    openHelp: 'Brauchen Sie Hilfe?',
    closeHelp: 'Hilfe schließen',
    openingHelp: 'Die Hilfe wird geöffnet',
    gone: 'Das ließ sich nicht öffnen.',
    goneAdvice: 'Prüfen Sie Ihre Verbindung, oder laden Sie diese Seite neu, wenn auf ihr nichts mehr läuft.',
    openingForm: 'Das Formular wird geöffnet',
    close: 'Schließen',
    openingAccount: 'Ihr Konto wird geöffnet',
    offline:
      'Sie sind offline. Was Sie sehen, kann veraltet sein; es geht weiter, sobald die Verbindung wieder da ist.',
    newVersion: 'Es gibt eine neue Fassung von Sixpence.',
    reload: 'Neu laden',
  },
  brokenWords: {
    title: 'Diese Seite ist stehen geblieben',
    sentence: 'Etwas auf dieser Seite hat nicht funktioniert.',
    advice:
      'Ihre Dokumente und Ihr Guthaben sind sicher. Prüfen Sie Ihre Verbindung, dann laden Sie die Seite neu.',
    reload: 'Seite neu laden',
  },
  commonPasswordWords: {
    sentence: 'Dieses Passwort gehört zu denen, die zuerst probiert werden.',
    advice: 'Sie können es nehmen; drei oder vier eigene Wörter sind viel sicherer.',
  },
  contentWords: {
    opening: 'Die Seite wird geöffnet',
    inEnglish: 'Diesen Text gibt es bisher nur auf Englisch.',
    changed: (day) => `Zuletzt geändert am ${day}`,
    seeAlso: 'Weiterlesen',
    useful: 'War das hilfreich?',
    yes: 'Ja',
    no: 'Nein',
    usefulSaid: {
      yes: 'Danke.',
      no: 'Danke. Sagen Sie uns, was gefehlt hat: Kontakt steht oben auf der Seite.',
      'not-counted': 'Ihre Antwort konnte gerade nicht gezählt werden. Bitte versuchen Sie es noch einmal.',
    },
    vatNumber: (number) => `USt-IdNr. ${number}`,
    sellerToCome: 'Wer den Dienst betreibt, wird gefragt',
    sellerWithoutScript:
      'Name und Anschrift stehen auf jeder Quittung, und hier, sobald Ihr Browser Skripte zulässt.',
    sellerNotLoaded:
      'Name und Anschrift konnten gerade nicht geladen werden. Laden Sie die Seite neu, oder schreiben Sie uns unter Kontakt.',
  },
  helpSearchWords: {
    label: 'In der Hilfe suchen',
    placeholder: 'Etwa: code expired',
    loading: 'Die Suche wird geöffnet',
    notLoaded:
      'Die Suche konnte nicht geöffnet werden. Prüfen Sie Ihre Verbindung; alle Artikel stehen auch hier.',
    found: (count) => (count === 1 ? '1 Antwort' : `${count} Antworten`),
    nothing: (question) => `Nichts gefunden zu „${question}“.`,
    nothingAdvice:
      'Die Artikel sind auf Englisch: Versuchen Sie ein einfaches Wort wie code, balance oder PDF. Oder fragen Sie uns: Kontakt steht oben auf der Seite.',
  },
  notLoadedWords: { tryAgain: 'Noch einmal versuchen' },
  passwordFieldWords: { show: 'Eingabe zeigen' },
  socialWords: {
    asking: 'Einen Moment',
    or: 'oder',
    'sign-in': (provider) => `Mit ${provider} anmelden`,
    'sign-up': (provider) => `Mit ${provider} registrieren`,
    away: (provider) => `${provider} ist gerade nicht zu erreichen.`,
    awayAdvice: 'Versuchen Sie es in einer Minute, oder nehmen Sie Ihre E-Mail-Adresse.',
    connectionAdvice: connection,
    unfinished: (provider) => `${provider} hat Sie nicht angemeldet. Nichts wurde geändert.`,
    sentTo: (provider, email) =>
      `${provider} sagt nicht, ob ${email} Ihnen gehört. Wir haben sechs Ziffern dorthin geschickt; sie gelten zehn Minuten.`,
    again: 'Noch einmal senden',
    sentAgain,
    otherWay: 'Auf anderem Weg weiter',
    mailRefused: (email) => `Die Mail an ${email} wurde abgelehnt.`,
    mailRefusedAdvice: 'Nehmen Sie einen anderen Weg, mit einer Adresse, die Mails annimmt.',
    wrongCode,
    wrongCodeAdvice: 'Sehen Sie in die neueste Mail, oder fordern Sie eine weitere an.',
    ended: 'Das hat zu lange gedauert. Bitte beginnen Sie noch einmal.',
    tooMany: tooManyTries,
    failed,
  },
  twoStepsWords: {
    openingStep: 'Der nächste Schritt wird geöffnet',
    email: 'E-Mail',
    code: 'Code',
    password: 'Neues Passwort',
    confirmation: 'Passwort bestätigen',
    continue: 'Weiter',
    emailAdvice: name,
    requirements: 'Anforderungen an das Passwort',
    kept: 'Erfüllt:',
    notKept: 'Fehlt:',
    missing: 'Alle Felder sind nötig.',
    sentTo: (email) => `Wir haben sechs Ziffern an ${email} geschickt. Sie gelten zehn Minuten.`,
    again: 'Noch einmal senden',
    sentAgain,
    wrongAddress: 'Falsche Adresse?',
    mailRefused: (email) => `Die Mail an ${email} wurde abgelehnt.`,
    mailRefusedAdvice: 'Prüfen Sie die Adresse auf Tippfehler, oder nehmen Sie eine andere.',
  },
  accountWords: {
    title: 'Konto',
    loading: 'Ihr Konto wird geöffnet',
    notLoaded: 'Ihr Konto konnte nicht gezeigt werden.',
    notLoadedAdvice: 'Prüfen Sie Ihre Verbindung.',
    tryAgain: 'Noch einmal versuchen',
    notDone: 'Das hat nicht funktioniert.',
    tooMany: 'Warten Sie eine Weile, dann versuchen Sie es noch einmal.',
    later: 'Versuchen Sie es in einer Minute noch einmal.',
    cancel: 'Abbrechen',
  },
  addressesWords: {
    title: 'E-Mail-Adressen',
    lead: 'Mit jeder von ihnen melden Sie sich an. Wir schreiben an die Hauptadresse.',
    primary: 'Hauptadresse',
    undeliverable: 'Mails an diese Adresse kommen zurück. Prüfen Sie, ob es sie noch gibt.',
    leaves: (when) =>
      `Entfernt: Sie verlässt Ihr Konto am ${when}. Fügen Sie sie wieder hinzu, um sie zu behalten.`,
    makePrimary: 'Zur Hauptadresse machen',
    makePrimaryOf: (address) => `Zur Hauptadresse machen: ${address}`,
    madePrimary: 'Das ist jetzt Ihre Hauptadresse. Andere Browser wurden abgemeldet.',
    remove: 'Entfernen',
    removeOf: (address) => `${address} entfernen`,
    removed: 'Die Adresse wurde entfernt.',
    add: 'Adresse hinzufügen',
    newAddress: 'Neue Adresse',
    badAddress: 'Bitte prüfen Sie die Adresse.',
    badAddressAdvice: name,
    sendCode: 'Code schicken',
    confirm: 'Diese Adresse hinzufügen',
    added: 'Die Adresse wurde hinzugefügt. Ihre anderen Adressen haben Nachricht davon.',
  },
  leavingWords: {
    password: 'Ihr Passwort',
    cancel: 'Abbrechen',
    notDone: 'Das hat nicht funktioniert.',
    notDoneAdvice: 'Prüfen Sie Ihre Verbindung, und versuchen Sie es gleich noch einmal.',
    wrongPassword: 'Das ist nicht Ihr Passwort.',
    signInAnew:
      'Sie haben kein Passwort: Melden Sie sich ab und wieder an, und kommen Sie innerhalb von zehn Minuten zurück, damit wir wissen, dass Sie es sind.',
    downloadTitle: 'Meine Daten herunterladen',
    downloadLead:
      'Alles, was wir von Ihnen wissen, als eine Datei: Adressen, Sitzungen, Namen von Dokumenten, Druckaufträge und jede Zahlung.',
    download: 'Meine Daten herunterladen',
    downloaded: 'Ihre Datei liegt bei Ihren Downloads.',
    fileName: 'sixpence-meine-daten.json',
    deleteTitle: 'Mein Konto löschen',
    deleteLead: 'Für immer: Niemand kann es zurückholen, auch wir nicht.',
    begin: 'Mein Konto löschen…',
    goesTitle: 'Was geht',
    goes: 'Ihre Adressen, Ihr Passwort, Ihre Anmeldungen, Ihr Code und jedes Dokument, das hier wartet.',
    staysTitle: 'Was bleibt',
    stays:
      'Was bezahlt und gedruckt wurde, für unsere Bücher, ohne Ihren Namen und ohne die Namen Ihrer Dateien.',
    sure: 'Ich weiß, dass sich das nicht rückgängig machen lässt.',
    moneyAdvice: 'Drucken Sie vorher damit, oder verzichten Sie darauf.',
    giveUp: 'Ich verzichte auf das Geld, das übrig ist.',
    delete: 'Für immer löschen',
  },
  accountMailWords: {
    title: 'Drucken per Mail',
    lead: (address) =>
      `Was Sie von einer Ihrer Adressen an ${address} schicken, wartet auf Ihrer Übersicht, als hätten Sie es hochgeladen.`,
    takes: 'Meine Mails annehmen',
    taken: 'Ihre Mails werden ab jetzt angenommen.',
    notTaken: 'Ihre Mails werden ab jetzt zurückgeschickt.',
    answers: 'Jede Mail mit Seiten und Preis beantworten',
    answered: 'Ihre Mails werden ab jetzt beantwortet.',
    notAnswered: 'Ihre Mails werden nicht mehr beantwortet. Sie kommen weiter auf Ihre Übersicht.',
  },
  passwordWords: {
    title: 'Passwort',
    has: 'Sie melden sich mit einem Passwort an.',
    hasNone: 'Sie haben noch kein Passwort. Mit einem können Sie sich per E-Mail anmelden.',
    change: 'Passwort ändern',
    set: 'Passwort festlegen',
    present: 'Jetziges Passwort',
    next: 'Neues Passwort',
    confirmation: 'Passwort bestätigen',
    mismatch: 'Die Passwörter sind nicht gleich!',
    save: 'Passwort speichern',
    changed: 'Ihr Passwort wurde geändert. Andere Browser wurden abgemeldet.',
    wasSet: 'Sie haben jetzt ein Passwort. Andere Browser wurden abgemeldet.',
  },
  providersWords: {
    title: 'Google, Microsoft, Apple',
    none: 'Noch keiner. Melden Sie sich einmal mit einem an, um ihn zu verbinden: Er muss Sie unter einer Ihrer Adressen kennen.',
    called: (provider) => ({ google: 'Google', microsoft: 'Microsoft', apple: 'Apple' })[provider],
    remove: 'Entfernen',
    removeOf: (provider) =>
      `${{ google: 'Google', microsoft: 'Microsoft', apple: 'Apple' }[provider]} entfernen`,
    removed: 'Er meldet Sie nicht mehr an.',
  },
  sessionsWords: {
    title: 'Wo Sie angemeldet sind',
    lead: 'Kennen Sie eine dieser Anmeldungen nicht, beenden Sie sie und wählen Sie ein neues Passwort.',
    unknownDevice: 'Ein Browser, den wir nicht kennen',
    thisOne: 'Dieser Browser, jetzt',
    lastSeen: (when) => `Zuletzt gesehen ${when}`,
    since: (when) => `angemeldet ${when}`,
    end: 'Beenden',
    endOf: (device, when) => `${device} beenden, zuletzt gesehen ${when}`,
    ended: 'Dieser Browser wurde abgemeldet.',
    endAll: 'Überall abmelden',
  },
  creditsBalanceWords: {
    title: 'Ihr Guthaben',
    available: 'Verfügbares Guthaben',
    unknown: 'noch nicht bekannt',
    notLoaded: 'Wir konnten Ihr Guthaben gerade nicht erfragen.',
    currency: 'Währung',
    currencyToCome: 'Ihre Währung wird gesucht',
    currencies: { GBP: 'Vereinigtes Königreich GBP', EUR: 'Euro-Länder EUR' },
    beside: 'Neben Ihrem Guthaben',
    setAside: 'Zurückgelegt',
    for: (fileName) => `für ${fileName}`,
    setAsideAdvice: 'Was nicht gedruckt wird, kommt von selbst zurück.',
    underWay: 'Unterwegs',
    since: (moment) => `seit ${moment}`,
    underWayAdvice: 'Es kommt von selbst auf Ihr Guthaben, sobald es bestätigt ist.',
    alsoHere: 'Sie haben auch',
  },
  refundWords: {
    offer: 'Zurück auf die Karte',
    possible: (amount, places) => `${amount} Ihrer Aufladungen können zurück auf ${cards(places)}.`,
    title: 'Zurück auf die Karte',
    question: (amount, card = 'die Karte, von der es kam') => `${amount} zurück auf ${card} senden?`,
    questionOfSeveral: (amount) => `${amount} dorthin zurücksenden, woher es kam?`,
    to: (card = 'die Karte, von der es kam') => `auf ${card}`,
    paid: (day) => `(bezahlt am ${day})`,
    consequence: 'Es verlässt Ihr Guthaben sofort. Banken brauchen bis zu 10 Tage, um es zu zeigen.',
    confirm: (amount) => `${amount} zurücksenden`,
    keep: 'Behalten',
    done: (amount, places) => `${amount} sind unterwegs auf ${cards(places)}.`,
    cameBack: (amount) => `Die Bank hat ${amount} nicht angenommen. Es ist wieder auf Ihrem Guthaben.`,
    goingBack: 'Auf dem Weg zurück zu Ihnen',
    goingBackAdvice:
      'Banken brauchen bis zu 10 Tage, um es zu zeigen. Was eine Bank nicht annimmt, kommt auf Ihr Guthaben zurück.',
    states: {
      asked: () => 'unterwegs',
      sent: (moment) => `gesendet ${moment}`,
      failed: () => 'nicht angenommen, und wieder auf Ihrem Guthaben',
    },
    notDone: 'Das Zurücksenden hat nicht funktioniert.',
    notDoneAdvice: 'Ihr Guthaben ist, wie es hier steht. Versuchen Sie es gleich noch einmal.',
  },
  creditsWords: { title: 'Guthaben', toDocuments: 'Hier geht es zu Ihren Dokumenten' },
  howToTopUpWords: {
    title: 'So laden Sie auf',
    steps: ['Betrag wählen', 'Zahlungsart wählen', 'Bedingungen annehmen', 'Zahlung bestätigen'],
  },
  monthlyWords: {
    title: 'Diesen Monat gedruckte Seiten',
    mono: 'Schwarz-weiß',
    color: 'Farbe',
    unknown: 'noch nicht bekannt',
  },
  statementWords: {
    title: 'Kontoauszug',
    period: 'Zeitraum',
    select: 'Zeitraum wählen',
    periods: {
      last_month: 'Dieser Monat',
      last_6_months: 'Letzte 6 Monate',
      last_12_months: 'Letzte 12 Monate',
    },
    columns: { type: 'Art', pages: 'Seiten', amount: 'Betrag', date: 'Datum' },
    admin: 'Aufladung durch das Haus',
    noPages: 'keine',
    which: (numbers, count) => `${count === 1 ? 'Seite' : 'Seiten'} ${numbers}`,
    color: (pages) => `${pages} in Farbe`,
    cameBack: (pages, amount) => `${pages} nicht gedruckt: ${amount} kamen zurück.`,
    receipt: 'Quittung',
    empty: 'Keine Buchungen in diesem Zeitraum',
    notLoaded: 'Der Kontoauszug konnte gerade nicht geladen werden.',
    loading: 'Ihr Kontoauszug wird geladen',
    more: 'Mehr laden',
    save: 'Speichern als',
    notSaved: 'Die Datei war gerade nicht zu haben. Versuchen Sie es gleich noch einmal.',
    statementName: (period, format) => `sixpence-kontoauszug-${period}.${format}`,
    receiptName: 'sixpence-quittung.pdf',
  },
  shortInWords: (shortfall) =>
    `Am Drucker fehlen Ihnen ${formatMoney(shortfall)}. Sobald Sie bezahlt haben, drücken Sie dort DRUCKEN.`,
  topUpWords: {
    title: 'Aufladen',
    amount: 'Betrag',
    chooseAmount: 'Betrag wählen',
    whatIsThis: 'Was ist das?',
    explanation: 'Laden Sie auf, um Ausdrucke zu bezahlen. Ihr Guthaben verfällt nie.',
    now: 'Jetzt',
    charged: 'Wird abgebucht',
    after: 'Guthaben danach',
    details: 'Zahlungsdaten',
    detailsToCome: 'Wählen Sie einen Betrag, dann öffnet sich hier das Formular für Karte oder Wallet.',
    opening: 'Das Zahlungsformular wird geöffnet',
    notOpened: 'Das Zahlungsformular konnte nicht geöffnet werden. Prüfen Sie Ihre Verbindung.',
    notSetUp: 'Zahlungen sind hier nicht eingerichtet.',
    tryAgain: 'Noch einmal versuchen',
    accept: 'Ich stimme zu:',
    terms: 'Nutzungsbedingungen von Sixpence',
    pay: 'ZAHLEN',
    confirming: 'Wir bestätigen Ihre Zahlung.',
    closed: 'Aufladungen sind für dieses Konto gesperrt.',
    closedAdvice:
      'Bitte schreiben Sie uns: Eine Ihrer Zahlungen wird bei der Bank bestritten. Mit Ihrem Guthaben können Sie drucken.',
  },
  payProblems: {
    terms: 'Bitte stimmen Sie erst den Nutzungsbedingungen zu.',
    amount: 'Bitte wählen Sie erst einen Betrag.',
    details: 'Bitte geben Sie erst die Zahlungsdaten ein.',
    notReady: 'Die Zahlung ist noch nicht bereit',
  },
  payOutcomes: {
    success: 'Danke! Die Zahlung ist angekommen.',
    failed: 'Die Zahlung hat nicht funktioniert. Bitte versuchen Sie es noch einmal.',
    failedAdvice:
      'Wenn Geld Ihr Konto verlassen hat, kommt es von selbst auf Ihr Guthaben: Sehen Sie dort nach, bevor Sie noch einmal zahlen.',
    declinedAdvice: 'Es wurde nichts abgebucht. Nehmen Sie eine andere Karte, oder fragen Sie Ihre Bank.',
    initializing: 'Die Zahlung konnte nicht begonnen werden. Bitte versuchen Sie es noch einmal.',
    initializingAdvice: 'Es wurde nichts abgebucht.',
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
    outdated:
      'Inzwischen wurde eine andere Zahlung begonnen, etwa in einem anderen Fenster. Hier wurde nichts abgebucht.',
    outdatedAdvice:
      'Was Sie bezahlt haben, ist auf Ihrem Guthaben. Sonst zahlen Sie dort fertig, oder wählen Sie hier einen Betrag.',
  },
  dashboardBalanceWords: {
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
    reset: 'Code verwerfen',
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
    keptUntil: (moment) => `bleibt bis ${moment}`,
    waiting: 'Wartet, bis es an der Reihe ist',
    sending: 'Wird gesendet',
    preparing: 'Wird vorbereitet, in einigen Sekunden bereit',
    preparingLate:
      'Wird noch vorbereitet, länger als sonst. Sie können diese Seite verlassen; es geht weiter.',
  },
  roomInWords: ({ documents, bytes }) => {
    const megabytes = Math.floor(bytes / 1024 ** 2);
    if (documents > 10 && megabytes > 100) return undefined;
    if (documents === 0 || megabytes === 0)
      return 'Kein Platz mehr. Löschen Sie ein Dokument, um ein anderes hochzuladen.';
    return `Noch Platz für ${documents} Dokumente und ${megabytes} MB.`;
  },
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
  dashboardMailWords: {
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
  sideNames: { '1-Sided': 'Einseitig', '2-Sided': 'Beidseitig' },
  colorNames: { mono: 'Schwarz-weiß', color: 'Farbe' },
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
    const prints = `${sharedWords.pagesInWords(kept)} ${kept === 1 ? 'wird' : 'werden'} gedruckt.`;
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
    none: 'Sehen Sie vorher, wie es den Druckern geht und was Ihre Liste dort kostet.',
    open: 'Ort wählen',
    close: 'Auswahl schließen',
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
    hint: () => 'Klicken, ablegen oder einfügen. PDF, Office-Dokumente, Bilder; je 50 MB.',
    camera: 'Foto aufnehmen',
    shared: (fileNames) => `Mit Sixpence geteilt: ${fileNames}`,
    sendShared: 'Hochladen',
    leaveShared: 'Weglassen',
  },
  uploadSentences: {
    notSupported: 'Dateityp nicht unterstützt',
    failed: 'Das Hochladen hat nicht funktioniert.',
  },
  uploadRemedies: {
    type: 'Ein PDF oder JPEG geht immer.',
    heic: 'Das sind HEIC-Bilder, wie iPhones sie machen: Teilen Sie sie als JPEG, oder wählen Sie Einstellungen, Kamera, Formate, Maximale Kompatibilität.',
    other: 'Versuchen Sie es in einer Minute noch einmal.',
    of: {
      0: connection,
      400: 'Geben Sie der Datei einen einfachen Namen und versuchen Sie es noch einmal.',
      409: 'Dafür ist kein Platz mehr: Löschen Sie einige Dokumente, dann versuchen Sie es noch einmal.',
      413: 'Sie ist größer als 50 MB: Verkleinern oder teilen Sie sie.',
      429: 'Das war viel auf einmal: Warten Sie eine Minute, dann versuchen Sie es noch einmal.',
      507: 'Unser Speicher ist gerade voll: Versuchen Sie es in einer Minute noch einmal.',
    },
    cannotPrint: (fileNames, remedy) => `${fileNames}: nicht zu drucken. ${remedy}`,
    notSent: (fileNames, remedy) => `${fileNames}: nicht gesendet. ${remedy}`,
  },
  enquiryWords: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    country: 'Land',
    chooseCountry: 'Land wählen',
    cancel: 'Abbrechen',
    close: 'Schließen',
    reference: 'Lassen Sie dieses Feld leer',
    allRequired: 'Alle Felder sind nötig.',
    invalidEmail: 'Das ist keine E-Mail-Adresse.',
    failed: failedLater,
    missing: (fields) => `Noch leer: ${fields.join(', ')}.`,
    invalidEmailAdvice: name,
    failedAdvice: 'Was Sie geschrieben haben, ist noch hier.',
    tooManyAdvice:
      'Sie haben mehrmals geschrieben. Was Sie geschrieben haben, ist noch hier; senden Sie es in einer Stunde.',
  },
  countryWords: {
    'United Kingdom': 'Vereinigtes Königreich',
    Germany: 'Deutschland',
    France: 'Frankreich',
    Italy: 'Italien',
    Spain: 'Spanien',
    Poland: 'Polen',
    Netherlands: 'Niederlande',
    Belgium: 'Belgien',
    Estonia: 'Estland',
    Sweden: 'Schweden',
    Austria: 'Österreich',
    Denmark: 'Dänemark',
    Other: 'Anderes Land',
  },
  contactWords: {
    comment: 'Nachricht',
    send: 'Nachricht senden',
    sent: 'Die Nachricht ist angekommen!',
    sentAdvice: (email) => `Wir antworten an ${email}.`,
  },
  brochureWords: {
    company: 'Firma',
    productSheet: 'Produktblatt',
    chooseSheet: 'Produktblatt wählen',
    additionalInfo: 'Weitere Angaben',
    prompt: 'Wie viele Leute sind in Ihrem Haus, und was möchten Sie wissen? (freiwillig)',
    send: 'Broschüre anfordern',
    sent: 'Ihre Anfrage ist angekommen!',
    sentAdvice: (email) => `Das Produktblatt ist als PDF unterwegs an ${email}.`,
  },
  helpPanelWords: {
    title: 'Wie können wir helfen?',
    search: 'Worum geht es?',
    often: 'Hier oft gefragt',
    chat: 'Chat',
    opening: 'Wer da ist, wird gefragt',
  },
  helpWords: {
    title: 'Hilfe',
    lead: 'Fragen Sie, oder sehen Sie die Artikel durch. Etwas anderes? Kontakt steht oben auf der Seite.',
  },
  landingWords: {
    headline: 'Sechs Ziffern, und es druckt.',
    lead:
      'Laden Sie ein Dokument hoch oder mailen Sie es, holen Sie einen Code, geben Sie ihn am Drucker ein. Sie zahlen aus ' +
      'einem Guthaben, wenige Pence die Seite, und nur für Seiten, die herauskommen.',
    start: 'Hier anfangen',
    how: 'So geht es',
    why: 'Drucken ohne Umstände',
  },
  sceneWords: {
    printer: 'Demo library · bereit',
    documents: [
      { name: 'thesis.pdf', pages: '12 Seiten', price: '0,60 £' },
      { name: 'photo.jpg', pages: '1 Seite', price: '0,20 £' },
    ],
    total: 'Summe',
    cost: '0,80 £',
    balance: 'von 10,00 £',
    print: 'DRUCKEN',
    yourCode: 'Ihr Code',
    codeLabel: 'Ein Code',
    goodFor: 'gültig noch 4:31',
    file: 'thesis.pdf',
  },
  points: [
    {
      title: 'Beliebig viele Nutzer und Gäste',
      words: 'Jeder im Haus kann drucken, und wer für eine Stunde zu Besuch ist, auch.',
    },
    {
      title: 'Nichts zu installieren',
      words: 'Ein Browser genügt, am Handy wie am Laptop. Keine Treiber, keine App.',
    },
    {
      title: 'Karten und Wallets in über 20 Währungen',
      words: 'Zahlen Sie, wie Sie es gewohnt sind; Ihr Guthaben wird in GBP oder EUR geführt.',
    },
    {
      title: 'Verschlüsselt auf unseren Servern',
      words: '256-Bit-AES, sobald ein Dokument ankommt, und nach 72 Stunden für immer gelöscht.',
    },
    {
      title: 'Drucken per E-Mail',
      words: 'Mailen Sie ein Dokument an die Druckadresse, und es wartet in Ihrer Liste.',
    },
    {
      title: 'Nur zahlen, was herauskommt',
      words: 'Ein Stau, ein leeres Fach: Was nicht gedruckt wurde, geht zurück auf Ihr Guthaben.',
    },
  ],
  steps: [
    { title: 'Hochladen oder mailen', words: 'Ein PDF, ein Foto oder ein Office-Dokument.' },
    { title: 'Seiten und Farbe wählen', words: 'Eine Seite oder beide, schwarz-weiß oder farbig.' },
    { title: 'Code holen', words: 'Sechs Ziffern, die einmal gelten, für einige Minuten.' },
    {
      title: 'Am Drucker eingeben',
      words: 'Drücken Sie den rosa Knopf, geben Sie den Code ein, wählen Sie Ihre Dateien.',
    },
  ],
  loginWords: {
    title: 'Anmelden',
    lead: 'Ihre Dokumente und Ihr Guthaben warten.',
    opening: 'Das Anmeldeformular wird geöffnet',
    email: 'E-Mail',
    password: 'Passwort',
    login: 'Anmelden',
    signInToValidate: 'Bitte melden Sie sich an, um den QR-Code zu prüfen.',
    signInToTopUp: 'Bitte melden Sie sich an, um aufzuladen.',
    forgotten: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    signUp: 'Registrieren',
    authenticationFailed: 'Die Anmeldung hat nicht funktioniert',
    locked: 'Dieses Konto ist gesperrt. Bitte schreiben Sie uns.',
    resetPassword: 'Passwort zurücksetzen',
    newUser: 'Neu hier. Bitte',
    createAccount: 'legen Sie ein Konto an',
    newUserAdvice: 'Ein Guthaben aus der vorigen Fassung kommt von selbst herüber, über Ihre E-Mail-Adresse.',
    checkEmail: 'Prüfen Sie Ihre E-Mail-Adresse',
    checkEmailAdvice: name,
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
    otherStatus: (status) => `Fehler: ${status}`,
    connectionAdvice: connection,
    tooMany:
      'Zu viele Versuche. Setzen Sie Ihr Passwort mit einem Code per Mail zurück, oder warten Sie einige Minuten.',
    away: 'Der Dienst kann Sie gerade nicht anmelden. Versuchen Sie es in einer Minute noch einmal.',
  },
  qrLoginWords: {
    title: 'QR-Anmeldung',
    lead: 'Öffnen Sie Ihre Liste auf dem Bildschirm des Druckers vor Ihnen.',
    code: 'Sechsstelligen Code eingeben',
    codeAdvice: 'Berühren Sie am Drucker „Stattdessen scannen“: Sein Bildschirm zeigt einen.',
    validate: 'Prüfen',
    validating: 'Der Code wird geprüft',
    open: 'Öffnen:',
    openAdvice: 'Nur wenn Sie davor stehen: Ihre Liste erscheint dort, für alle zu sehen.',
    nobodys: 'Gerade zeigt kein Drucker diesen Code.',
    authenticating:
      'Das muss bestätigt werden: Mit „Prüfen“ melden Sie sich an dem Drucker an, der den Code zeigt.',
    agreeing: 'Mit der Nutzung stimmen Sie zu:',
    terms: 'Nutzungsbedingungen',
    malformed: 'Bitte geben Sie einen gültigen sechsstelligen Code ein.',
    signIn: 'Bitte melden Sie sich an, um den QR-Code zu prüfen.',
    invalid: wrongCode,
    invalidAdvice:
      'Ein Code gilt einmal, für zwei Minuten. Berühren Sie am Drucker „Stattdessen scannen“ für einen neuen. Der Code von Ihrer Übersicht wird am Drucker eingegeben.',
    failed: 'Der Code konnte nicht geprüft werden. Bitte versuchen Sie es noch einmal.',
    failedAdvice: 'Sehen Sie zuerst auf den Drucker: Vielleicht hat er sich geöffnet.',
    tooMany: 'Das waren zu viele falsche Codes. Warten Sie eine Minute, dann versuchen Sie es noch einmal.',
    success: 'Erfolgreich angemeldet.',
    successAdvice: 'Ihre Liste ist auf dem Bildschirm des Druckers. Wählen Sie dort, was gedruckt wird.',
    toDashboard: 'Zurück zu Ihren Dokumenten',
  },
  resetWords: {
    title: 'Passwort zurücksetzen',
    lead: 'Wir mailen Ihnen einen Code; damit wählen Sie ein neues Passwort.',
    opening: 'Das Formular für ein neues Passwort wird geöffnet',
    remembered: 'Wieder eingefallen?',
    signIn: 'Anmelden',
    badEmail: 'Bitte prüfen Sie Ihre E-Mail-Adresse.',
    mismatch: 'Die Passwörter sind nicht gleich!',
    done: 'Ihr Passwort wurde geändert.',
    doneAdvice: 'Sie wurden überall abgemeldet.',
    newUser: 'Neu hier',
    newUserAdvice: 'Es gibt kein Konto mit dieser Adresse.',
    signUp: 'Registrieren',
    addressFailure: failedLater,
    wrongCode: 'Ungültiger Code.',
    wrongCodeAdvice: newestMail,
    tooMany: tooManyTries,
    connection,
    tooManyCodes: severalCodes,
  },
  signUpWords: {
    title: 'Registrieren',
    lead: 'Ihre Adresse, ein Code, den wir dorthin mailen, ein Passwort: Das ist alles.',
    opening: 'Das Formular wird geöffnet',
    known: 'Sie haben ein Konto?',
    signIn: 'Anmelden',
    adults: 'Sixpence ist für Menschen ab 18 Jahren. Mit der Registrierung stimmen Sie zu:',
    terms: 'Nutzungsbedingungen',
    and: 'und',
    privacy: 'Datenschutzerklärung',
    badEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    mismatch: 'Die Passwörter sind nicht gleich.',
    passwordHelp: 'Mindestens 8 Zeichen, mit einer Ziffer, einem Groß- und einem Kleinbuchstaben.',
    exists: 'Schon registriert',
    existsAdvice: 'Es gibt ein Konto mit dieser Adresse.',
    addressFailure: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es später noch einmal.',
    wrongCode,
    codeFailure: failed,
    unexpected: 'Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.',
    connection,
    tooManyCodes: severalCodes,
    tooManyTries:
      'Das waren zu viele Versuche. Fordern Sie einen neuen Code an, oder warten Sie einige Minuten.',
    wrongCodeAdvice: newestMail,
  },
  stopChangeWords: {
    title: 'Eine Änderung aufhalten',
    lead: 'Jemand hat die E-Mail-Adressen Ihres Kontos geändert.',
    opening: 'Wird geöffnet',
    what: 'Waren Sie es nicht, halten Sie es hier auf. Die Adressen werden, wie sie waren, alle werden abgemeldet, und das Passwort gilt nicht mehr: Sie wählen ein neues.',
    stop: 'Änderung aufhalten',
    stopped: 'Die Änderung wurde aufgehalten.',
    stoppedAdvice: 'Alle wurden abgemeldet. Wählen Sie jetzt ein neues Passwort.',
    choose: 'Neues Passwort wählen',
    over: 'Dieser Link gilt nicht mehr.',
    overAdvice:
      'Er gilt einmal, 72 Stunden lang. Sorgen Sie sich um Ihr Konto, wählen Sie ein neues Passwort.',
    failed: 'Das hat nicht funktioniert.',
    failedAdvice: 'Prüfen Sie Ihre Verbindung, und versuchen Sie es in einer Minute noch einmal.',
  },
  welcomeWords: {
    title: 'Danke für Ihre Registrierung',
    lead: 'Ihr Konto ist bereit: Laden Sie ein Dokument hoch, holen Sie sechs Ziffern, geben Sie sie am Drucker ein.',
    opening: 'Ihr Willkommen wird geöffnet',
    found: (amounts) => `Wir haben Ihr Guthaben gefunden: ${amounts}`,
    foundAdvice: 'Es kam aus der vorigen Fassung herüber und bezahlt Ihre Seiten.',
    and: 'und',
    goToDashboard: 'Zur Übersicht',
    waysOn: 'Wie es weitergeht',
    dashboard: 'Ihre Dokumente und Ihr Code',
    credits: 'Guthaben, um Seiten zu bezahlen',
    help: 'Hilfe, wenn etwas nicht geht',
  },
  pageTitles: {
    '/': { title: 'Sixpence: überall drucken mit sechs Ziffern' },
    '/what-we-do': { title: 'Was wir tun' },
    '/solutions': { title: 'Lösungen' },
    '/login': { title: 'Anmelden' },
    '/signup': { title: 'Registrieren' },
    '/reset-password': { title: 'Passwort zurücksetzen' },
    '/welcome': { title: 'Danke' },
    '/stop-change': { title: 'Eine Änderung aufhalten' },
    '/terms': { title: 'Nutzungsbedingungen', link: 'Bedingungen' },
    '/privacy': { title: 'Datenschutzerklärung', link: 'Datenschutz' },
    '/accessibility': { title: 'Barrierefreiheit' },
    '/dashboard': { title: 'Übersicht' },
    '/credits': { title: 'Guthaben' },
    '/qrlogin': { title: 'QR-Anmeldung' },
    '/help': { title: 'Hilfe' },
    '/account': { title: 'Konto' },
  },
} satisfies typeof sharedWords & { [Name in keyof Words]: Translated<Words[Name]> };
