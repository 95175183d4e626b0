// A lint rule: every module begins with a comment that states its responsibility.

export const moduleHeader = {
  meta: {
    type: 'suggestion',
    docs: { description: 'the first line of a module says what the module is responsible for' },
    messages: { missing: 'Begin the module with a comment that says what it is responsible for.' },
    schema: [],
  },
  create(context) {
    return {
      Program(node) {
        const [first] = context.sourceCode.getAllComments();
        const line = String(first?.type) === 'Shebang' ? 2 : 1;
        const header = context.sourceCode.getAllComments().find((comment) => comment.loc?.start.line === line);
        if (header === undefined && node.body.length > 0)
          context.report({ node, messageId: 'missing', loc: { line: 1, column: 0 } });
      },
    };
  },
};
