import { clockFace } from '@sixpence/theme/count-words';
import type { Translated } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';
import { sharedWords } from '@sixpence/theme/words.de';
import type * as attract from './attract/attract-words.js';
import type * as comfort from './comfort/comfort-words.js';
import type * as documents from './documents/documents-words.js';
import type * as done from './done/done-words.js';
import type * as wrong from './done/wrong-words.js';
import { wentAsWished } from './done/done-words.js';
import type * as frame from './frame/frame-words.js';
import type * as keypad from './keypad/keypad-words.js';
import type * as link from './link/link-words.js';
import type * as pairing from './pairing/pairing-words.js';
import type { panelJobSentence } from './panel-job-words.js';
import { isActive, isWaiting } from './printing/current-job.js';
import type * as printing from './printing/printing-words.js';
import type { refusals } from './refusal-words.js';
import type { troubleWords } from './trouble/trouble-words.js';

type Words = typeof attract &
  typeof comfort &
  typeof documents &
  typeof done &
  typeof wrong &
  typeof frame &
  typeof keypad &
  typeof link &
  typeof pairing &
  typeof printing & {
    panelJobSentence: typeof panelJobSentence;
    refusals: typeof refusals;
    troubleWords: typeof troubleWords;
  };

/** Exported functions of the words files that contain no words. */
type WithoutWords = 'spokenAddress' | 'wentAsWished';

const listChanged = {
  sentence: 'In Ihrer Liste hat sich etwas geändert.',
  advice: 'Sehen Sie sie noch einmal an, dann drücken Sie DRUCKEN.',
};
const tellStaff = 'Bitte sagen Sie dem Personal Bescheid, oder nehmen Sie einen anderen Drucker.';

/** The German words of the panels. */
export const words = {
  ...sharedWords,
  attractWords: {
    title: ['Sie haben einen Code?', 'Hier wird gedruckt.'],
    begin: 'Dokumente drucken',
    without: {
      label: 'Noch kein Code',
      title: 'Noch kein Code?',
      open: 'Öffnen Sie am Handy',
      steps: ['Laden Sie Ihre Dokumente hoch', 'Holen Sie sich Ihre sechs Ziffern'],
    },
  },
  comfortWords: { largeType: 'Große Schrift', sounds: 'Töne' },
  documentsWords: {
    empty: 'Noch nichts zu drucken',
    pick: 'Wählen Sie, was gedruckt wird',
    upload: 'Laden Sie Dokumente auf Ihrer Übersicht hoch; sie erscheinen hier von selbst.',
    cost: 'Kosten',
    total: 'Summe',
    balance: 'Guthaben',
    print: 'DRUCKEN',
  },
  printAllWords: (documents, total) => `Alle ${documents} für ${formatMoney(total)} drucken`,
  copiesWords: (fileName, copies) => ({
    group: `Exemplare von ${fileName}`,
    number: copies === 1 ? '1 Exemplar' : `${copies} Exemplare`,
    fewer: `Ein Exemplar weniger von ${fileName}`,
    more: `Ein Exemplar mehr von ${fileName}`,
  }),
  detailWords: ({ pages, side, isColor, printedAt, rest }) => {
    const sides = side === '2-Sided' ? 'beidseitig' : 'einseitig';
    const color = isColor ? 'farbig' : 'schwarz-weiß';
    const which = rest ? sharedWords.restInWords({ count: pages, ...rest }) : sharedWords.pagesInWords(pages);
    return `${which}, ${sides}, ${color}${printedAt ? ', schon gedruckt' : ''}`;
  },
  preparingWords: (count) =>
    count === 1
      ? 'Ein weiteres Dokument wird vorbereitet.'
      : `${count} weitere Dokumente werden vorbereitet.`,
  idleWords: (seconds) => ({
    sentence: 'Sind Sie noch da?',
    advice: `Diese Ansicht schließt in ${seconds} s. Berühren Sie sie, um weiterzumachen.`,
  }),
  shortWords: (shortfall, { documents, severalCopies }) => {
    const less = severalCopies ? 'Drucken Sie weniger Exemplare' : 'Wählen Sie etwas ab';
    return {
      sentence: `Es fehlen ${formatMoney(shortfall)}.`,
      advice: documents > 1 || severalCopies ? `${less}, oder laden Sie auf.` : 'Bitte laden Sie auf.',
    };
  },
  topUpWords: {
    qr: 'QR-Code zum Aufladen',
    scan: 'Scannen und aufladen',
  },
  otherWalletWords: (available, others) => {
    const full = others.filter(({ minor }) => minor > 0);
    if (full.length === 0) return undefined;
    const currency = available.currency === 'GBP' ? 'Pfund' : 'Euro';
    return `Sie haben auch ${full.map(formatMoney).join(' und ')}, aber dieser Drucker nimmt ${currency}.`;
  },
  doneWords: {
    side: 'Kosten',
    cost: 'Kosten',
    unknown: 'noch nicht bekannt',
    back: 'Kam zurück',
    balance: 'Guthaben',
    more: 'Mehr drucken',
    finish: 'Fertig',
  },
  wrongWords: {
    ask: 'Stimmt etwas nicht?',
    what: 'Was stimmt nicht?',
    nothing: 'Nichts',
    thanks: 'Danke. Das Personal sieht es sich an. Es kann Ihnen Geld zurückgeben.',
  },
  faultWords: {
    'pages-missing': 'Seiten fehlen',
    faint: 'Blass oder verschmiert',
    crooked: 'Schief oder zerknittert',
    'wrong-colors': 'Falsche Farben',
    'something-else': 'Etwas anderes',
  },
  headline: (jobs) => {
    if (jobs.some(({ state }) => state === 'checking')) return 'Wir prüfen, was gedruckt wurde.';
    if (jobs.every(({ state }) => state === 'completed'))
      return jobs.length === 1 ? 'Ihr Dokument ist gedruckt.' : 'Ihre Dokumente sind gedruckt.';
    const nothing = jobs.every(({ impressions }) => impressions === 0);
    if (wentAsWished(jobs)) {
      return nothing ? 'Abgebrochen, wie gewünscht.' : 'Der Rest ist abgebrochen.';
    }
    return nothing ? 'Nichts wurde gedruckt.' : 'Nicht alles wurde gedruckt.';
  },
  leavingWords: (seconds) => `Schließt von selbst in ${seconds} s.`,
  frameWords: { home: 'Anfang' },
  keypadWords: {
    title: 'Code eingeben',
    digits: 'Der Code, den Sie eingeben',
    keys: 'Ziffern',
    clear: 'Löschen',
    login: 'ANMELDEN',
    scan: 'Stattdessen scannen',
    hint: 'Sechs Ziffern, von Ihrer Übersicht.',
    checking: { sentence: 'Ihr Code wird geprüft', advice: 'Einen Moment.' },
  },
  keyNames: { backspace: 'Letzte Ziffer löschen', clear: 'Löschen' },
  pauseAdvice: (seconds) =>
    seconds > 0
      ? `Bitte warten Sie ${seconds} s, dann versuchen Sie es noch einmal.`
      : 'Sie können es jetzt noch einmal versuchen.',
  linkWords: { starting: 'Startet', lost: 'Einen Moment. Dieser Bildschirm verbindet sich wieder.' },
  lostAdvice: (printing) =>
    printing
      ? 'Ihre Seiten werden weiter gedruckt; Sie bezahlen nur die, die herauskommen.'
      : 'Inzwischen wird nichts abgebucht.',
  pairingWords: {
    title: 'Mit dem Handy scannen',
    steps: ['Scannen und anmelden', 'Name vergleichen, „Prüfen“ berühren', 'Ihre Liste öffnet sich hier'],
    qr: 'QR-Code für Ihr Handy',
    or: 'Oder öffnen Sie',
    type: 'und geben Sie ein:',
    digits: 'Die Ziffern für Ihr Handy',
    asking: 'Einen Moment',
    again: 'Neuer QR-Code',
    back: 'Stattdessen Code eingeben',
  },
  goodFor: (seconds) => `Gültig noch ${clockFace(seconds)}`,
  panelJobSentence: (job) => {
    if (job.state === 'waiting') return 'Wartet, bis es an der Reihe ist.';
    if (job.state === 'sending') return 'Auf dem Weg zum Drucker.';
    return sharedWords.jobSentence({ ...job, state: job.state, total: job.pages });
  },
  printingWords: {
    leave: 'Anfang: Der laufende Auftrag wird fertig, die übrigen werden abgebrochen.',
    leaving: 'Der laufende Auftrag wird fertig, die übrigen werden abgebrochen.',
    documents: 'Ihre Dokumente',
  },
  pageWords: (job) => {
    if (!job || job.state === 'sending') return 'Macht sich bereit';
    if (isActive(job)) return `Seite ${Math.min(job.impressions + 1, job.pages)} von ${job.pages}`;
    return isWaiting(job) ? 'Wartet' : 'Gleich fertig';
  },
  refusals: {
    'code.malformed': {
      sentence: 'Ein Code hat sechs Ziffern.',
      advice: 'Sie finden Ihren auf Ihrer Übersicht.',
    },
    'code.wrong': {
      sentence: 'Dieser Code gilt nicht.',
      advice: 'Codes gelten einmal und nur kurz. Holen Sie sich auf Ihrer Übersicht einen neuen.',
    },
    'code.paused': {
      sentence: 'Hier wurden zu viele falsche Codes eingegeben.',
      advice: 'Bitte warten Sie einen Moment.',
    },
    'pairing.ended': {
      sentence: 'Dieser QR-Code gilt nicht mehr.',
      advice: 'Er gilt zwei Minuten. Holen Sie sich einen neuen.',
    },
    'printer.busy': {
      sentence: 'Dieser Drucker ist beschäftigt.',
      advice: 'Bitte versuchen Sie es, wenn er frei ist; es wird nichts abgebucht.',
    },
    'printer.unknown': { sentence: 'Dieser Drucker ist noch nicht eingerichtet.', advice: tellStaff },
    'printer.unpriced': { sentence: 'Dieser Drucker hat noch keine Preise.', advice: tellStaff },
    'credits.insufficient': {
      sentence: 'Ihr Guthaben reicht für diese Dokumente nicht.',
      advice: 'Wählen Sie einige ab, oder laden Sie auf und drücken Sie noch einmal DRUCKEN.',
    },
    'quote.changed': listChanged,
    'document.unknown': listChanged,
    'document.not-ready': listChanged,
    'document.processing': listChanged,
    'release.empty': {
      sentence: 'Kein Dokument ist ausgewählt.',
      advice: 'Wählen Sie, was gedruckt werden soll.',
    },
    'panel-session.ended': {
      sentence: 'Sie wurden an diesem Drucker abgemeldet.',
      advice: 'Holen Sie sich auf Ihrer Übersicht einen neuen Code und geben Sie ihn hier ein.',
    },
    'agent.unknown': { sentence: 'Dieser Drucker ist nicht mit dem Dienst verbunden.', advice: tellStaff },
    'request.too-many': {
      sentence: 'Das war viel auf einmal.',
      advice: 'Bitte warten Sie einen Moment, dann versuchen Sie es noch einmal.',
    },
    'service.unavailable': {
      sentence: 'Der Dienst ist gerade nicht zu erreichen.',
      advice: 'Es wird nichts abgebucht. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
  },
  troubleWords: {
    nothingCharged: 'Es wird nichts abgebucht. Ihre Dokumente und Ihr Code bleiben erhalten.',
    setAside:
      'Ihr Geld ist nur zurückgelegt. Was in 10 Minuten nicht herauskommt, wird abgebrochen und kommt zurück.',
    offline: 'Dieser Drucker ist offline: Codes können gerade nicht geprüft werden.',
  },
} satisfies typeof sharedWords & { [Name in Exclude<keyof Words, WithoutWords>]: Translated<Words[Name]> };
