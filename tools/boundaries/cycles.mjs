/** Import cycles between the files of a package's `src`, types included; one violation for each. */
export function cycleViolations(sources) {
  const state = new Map();
  const violations = [];
  const visit = (file, way) => {
    state.set(file, 'open');
    for (const { specifier, line, target } of sources.get(file).imports) {
      if (!sources.get(target)?.inSource) continue;
      if (state.get(target) === 'open') {
        const cycle = [...way.slice(way.indexOf(target)), target];
        violations.push({ file, line, specifier, rule: `closes the cycle ${cycle.join(' → ')}` });
      } else if (!state.has(target)) {
        visit(target, [...way, target]);
      }
    }
    state.set(file, 'done');
  };
  for (const { file, inSource } of sources.values()) {
    if (inSource && !state.has(file)) visit(file, [file]);
  }
  return violations;
}
