/** The linter's rules of this project, as an ESLint plugin. */

const SQL_FUNCTIONS = 'Run SQL by all, one, or changed of database/sql.ts, with named parameters.';
const WORDS = 'Put the words of a screen into its *-words.en.ts.';
const WORD = /[a-z]{2}/i;
const ATTRIBUTES_WITH_WORDS = new Set(['aria-label', 'label', 'title', 'alt', 'placeholder']);

const sqlByItsFunctions = {
  create: (context) => ({
    CallExpression(node) {
      if (node.callee.property?.name === 'query') context.report({ node, message: SQL_FUNCTIONS });
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
      if (isWord && ATTRIBUTES_WITH_WORDS.has(name.name)) context.report({ node: value, message: WORDS });
    },
  }),
};

const UNNAMED = /\b(?:whoever|somebody|nobody)\b/i;
const CLAUSE = /^(?:what|who|those (?:that|who|which))\s/i;
const CALLS_WITH_TITLE = new Set(['test', 'it', 'describe']);

/**
 * Refuses comments and titles of tests that leave their subject without a name: words such as `whoever`, and
 * sentences that begin with a clause such as `what is` or `those that`. The rule ignores code
 * in backticks, quoted words, and questions.
 */
const subjectsAreNamed = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const text = comment.value
          .replace(/^\s*\*/gm, ' ')
          .replace(/\s+/g, ' ')
          .trim();
        // A line of `//` may begin within a sentence: with a small letter.
        const sentences = text.split(/(?<=[.!?]) (?=[A-Z])/).filter((sentence) => !/^[a-z]/.test(sentence));
        const found = [UNNAMED.exec(withoutQuotes(text)), ...sentences.map(unnamedSubject)].find(Boolean);
        if (found) context.report({ loc: comment.loc, message: messageFor(found) });
      }
    },
    CallExpression({ callee, arguments: [title] }) {
      if (!CALLS_WITH_TITLE.has(calledName(callee)) || !title) return;
      const text = title.type === 'TemplateLiteral' ? title.quasis[0].value.cooked : title.value;
      if (typeof text !== 'string') return;
      const found = UNNAMED.exec(withoutQuotes(text)) ?? unnamedSubject(text);
      if (found) context.report({ node: title, message: messageFor(found) });
    },
  }),
};

/** `test` of `test`, `test.only`, `test.each([…])`. */
function calledName(callee) {
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  return callee.type === 'MemberExpression' ? calledName(callee.object) : callee.name;
}

function withoutQuotes(text) {
  return text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, '');
}

function unnamedSubject(sentence) {
  return sentence.endsWith('?') ? null : CLAUSE.exec(sentence);
}

function messageFor([found]) {
  return `Name the subject of the sentence instead of "${found.trim()}".`;
}

const WIDEST = 110;
/** An address, or a row of a table. */
const UNBREAKABLE = /\S{80}|^\s*\*?\s*\|/;

const SQL = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER)\b/;

/**
 * Refuses wide lines of code, SQL, and comments. Other strings do not count, because not all of them can be
 * broken.
 */
const linesAreNarrow = {
  create(context) {
    const uncounted = new Map();
    const exceptLine = (line, columns) => uncounted.set(line, (uncounted.get(line) ?? 0) + columns);
    const except = ({ loc: { start, end } }) => {
      if (start.line === end.line) exceptLine(start.line, end.column - start.column);
      else for (let line = start.line; line <= end.line; line += 1) exceptLine(line, Infinity);
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string' || node.regex) except(node);
      },
      TemplateLiteral({ quasis }) {
        if (!SQL.test(quasis[0].value.raw)) quasis.forEach(except);
      },
      JSXText: except,
      ImportDeclaration: except,
      'Program:exit'() {
        for (const [index, text] of context.sourceCode.lines.entries()) {
          const line = index + 1;
          if (text.length - (uncounted.get(line) ?? 0) <= WIDEST || UNBREAKABLE.test(text)) continue;
          const loc = { start: { line, column: WIDEST }, end: { line, column: text.length } };
          context.report({ loc, message: `This line is wider than ${WIDEST} columns.` });
        }
      },
    };
  },
};

export default {
  meta: { name: 'sixpence' },
  rules: {
    'lines-are-narrow': linesAreNarrow,
    'sql-by-its-functions': sqlByItsFunctions,
    'subjects-are-named': subjectsAreNamed,
    'words-stand-apart': wordsStandApart,
  },
};
