import type { Translated } from './language.js';
import type { reasonWords as english } from './reason-words.js';

/** Why a job waits, stalls, or ended short, in German. */
export const reasonWords: Translated<typeof english> = {
  'media-jam': {
    sentence: 'Im Drucker steckt Papier fest.',
    remedy: 'Bitte rufen Sie das Personal.',
    staff: 'Papierstau',
  },
  'cover-open': {
    sentence: 'Eine Klappe des Druckers ist offen.',
    remedy: 'Bitte schließen Sie sie.',
    staff: 'Klappe offen',
  },
  'media-empty': {
    sentence: 'Der Drucker hat kein Papier mehr.',
    remedy: 'Bitte fragen Sie das Personal nach Papier.',
    staff: 'Papier leer',
  },
  'toner-empty': {
    sentence: 'Der Drucker hat keinen Toner mehr.',
    remedy: 'Bitte sagen Sie dem Personal Bescheid.',
    staff: 'Toner leer',
  },
  'printer-stopped': { sentence: 'Der Drucker steht.', staff: 'angehalten' },
  'printer-busy': {
    sentence: 'Der Drucker ist mit einem anderen Auftrag beschäftigt.',
    staff: 'beschäftigt',
  },
  'printer-unreachable': { sentence: 'Der Drucker antwortet nicht.', staff: 'antwortet nicht' },
  'canceled-at-printer': {
    sentence: 'Der Auftrag wurde am Drucker abgebrochen.',
    staff: 'am Drucker abgebrochen',
  },
  'canceled-by-person': { sentence: 'Sie haben den Auftrag abgebrochen.', staff: 'selbst abgebrochen' },
  'stalled-too-long': {
    sentence: 'Der Drucker stand zu lange still, deshalb wurde der Auftrag abgebrochen.',
    staff: 'stand zu lange',
  },
  'not-accepted': { sentence: 'Der Drucker hat den Auftrag nicht angenommen.', staff: 'nicht angenommen' },
  'unknown-outcome': {
    sentence: 'Der Drucker hat nicht gesagt, wie der Auftrag endete.',
    staff: 'Ausgang unbekannt',
  },
  'aborted-by-printer': {
    sentence: 'Der Drucker hat den Auftrag aufgegeben.',
    staff: 'vom Drucker aufgegeben',
  },
};
