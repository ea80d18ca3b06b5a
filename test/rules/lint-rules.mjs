/** The linter's rules of this project, as an ESLint plugin. */

const SQL_DOOR =
  'SQL goes through its one door: all, one, changed of database/sql.ts, with named parameters.';
const WORDS = 'The words of a screen stand in its *-words.ts.';
const WORD = /[a-z]{2}/i;
const SPOKEN = new Set(['aria-label', 'label', 'title', 'alt', 'placeholder']);

const oneDoorForSql = {
  create: (context) => ({
    CallExpression(node) {
      if (node.callee.property?.name === 'query') context.report({ node, message: SQL_DOOR });
    },
  }),
};

const wordsStandApart = {
  create: (context) => ({
    JSXText(node) {
      if (WORD.test(node.value)) context.report({ node, message: WORDS });
    },
    JSXAttribute({ name, value }) {
      const isWord = value?.type === 'Literal' && WORD.test(String(value.value));
      if (isWord && SPOKEN.has(name.name)) context.report({ node: value, message: WORDS });
    },
  }),
};

export default {
  meta: { name: 'sixpence' },
  rules: { 'one-door-for-sql': oneDoorForSql, 'words-stand-apart': wordsStandApart },
};
