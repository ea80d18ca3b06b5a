import type { Translated } from '@sixpence/theme/language';
import type * as english from './refusal-words.en.js';

const listChanged = {
  sentence: 'In Ihrer Liste hat sich etwas geändert.',
  advice: 'Sehen Sie sie noch einmal an, dann drücken Sie DRUCKEN.',
};

const tellStaff = 'Bitte sagen Sie dem Personal Bescheid, oder nehmen Sie einen anderen Drucker.';

export const words = {
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
} satisfies Translated<typeof english>;
