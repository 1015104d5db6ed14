/** Rules of the house that no linter has. */
const timersReportErrors = {
  create: (context) => ({
    [`CallExpression[callee.name=/^set(Timeout|Interval)$/] > ArrowFunctionExpression > UnaryExpression[operator='void'] > CallExpression:not([callee.property.name='reportErrors'])`]:
      (node) =>
        context.report({
          node,
          message: 'Nobody would be told when it fails: a timer does its work in reportErrors.',
        }),
  }),
};

export default { meta: { name: 'house' }, rules: { 'timers-report-errors': timersReportErrors } };
