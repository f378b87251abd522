import { parseSync } from 'vite';
import { sqlMutants } from './sql-mutants.ts';

/** An expression or a part of it: `text` in place of what lies between start and end. */
export interface Mutant {
  start: number;
  end: number;
  text: string;
  /** The expression that is exchanged as a whole. */
  whole: { start: number; end: number };
  /** Where the body of the innermost function around it starts; undefined if it is evaluated when the file loads. */
  body: number | undefined;
}

export interface Parsed {
  mutants: Mutant[];
  /** Function bodies. */
  bodies: { start: number; end: number; isBlock: boolean }[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const swap = (...pairs: [string, string][]) => new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
const operators = swap(['<', '<='], ['>', '>='], ['+', '-'], ['*', '/'], ['+=', '-=']);
const methods = swap(['some', 'every'], ['min', 'max'], ['floor', 'ceil']);
const dropped = new Set(['filter', 'toSorted', 'toReversed', 'sort', 'reverse', 'trim', 'toLowerCase', 'toUpperCase']);
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Nothing in an optional chain can be put in parentheses. */
const skipped = /^(Import|TS(?!As|NonNull|Satisfies)|ChainExpression)/;

/** Every mutant of a TypeScript file, SQL included. */
export function parseMutants(path: string, source: string): Parsed {
  const found: Parsed = { mutants: [], bodies: [] };
  const visit = (node: Node, parent?: Node, body?: number): void => {
    if (skipped.test(node.type)) return;
    for (const [start, end, text] of changesTo(node, parent, source)) {
      found.mutants.push({ start, end, text, whole: wholeOf(node), body });
    }
    const own = functions.has(node.type) ? (node.body as Node) : undefined;
    if (own) found.bodies.push({ start: own.start, end: own.end, isBlock: own.type === 'BlockStatement' });
    for (const child of childrenOf(node)) visit(child, node, own === child ? own.start : body);
  };
  visit(parseSync(path, source).program as unknown as Node);
  found.mutants.sort((a, b) => a.start - b.start);
  return found;
}

/** A condition or a statement is exchanged in its place, everything else with the node that it belongs to. */
function wholeOf(node: Node): Node {
  return (node.test ?? node.expression ?? node) as Node;
}

const isRefusal = ({ type, body }: Node): boolean =>
  /^(Throw|Return)Statement$/.test(type) || (type === 'BlockStatement' && (body as Node[]).some(isRefusal));

/** A named number, or the first factor of one. */
const isLimit = (node: Node, parent: Node | undefined) =>
  parent?.type === 'VariableDeclarator' ||
  (parent?.type === 'Property' && parent.value === node) ||
  (parent?.type === 'BinaryExpression' && parent.operator === '*' && parent.left === node);

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

type Change = [start: number, end: number, text: string];

function* changesTo(node: Node, parent: Node | undefined, source: string): Generator<Change> {
  const { start, end } = node;
  const cut = (part: unknown) => source.slice((part as Node).start, (part as Node).end);
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node;
      // A refusal that always happens fails every test: the one that never happens is of interest.
      if (!isRefusal(node.consequent as Node)) yield [test.start, test.end, 'true'];
      yield [test.start, test.end, 'false'];
      return;
    }
    case 'BinaryExpression':
    case 'AssignmentExpression': {
      const other = operators.get(node.operator as string);
      const isConstant = [node.left, node.right].every((side) => typeof (side as Node).value === 'number');
      if (other && !isConstant) yield [start, end, `${cut(node.left)} ${other} ${cut(node.right)}`];
      return;
    }
    case 'LogicalExpression':
      if (node.operator === '??') return;
      yield [start, end, cut(node.left)];
      yield [start, end, cut(node.right)];
      return;
    case 'UnaryExpression':
      // Elsewhere it's a condition, which is replaced as a whole.
      if (node.operator === '!' && !parent?.test && parent?.type !== 'LogicalExpression')
        yield [start, end, cut(node.argument)];
      return;
    case 'Literal':
      if (typeof node.value === 'boolean') yield [start, end, String(!node.value)];
      if (typeof node.value === 'number' && isLimit(node, parent)) yield [start, end, String(node.value + 1)];
      return;
    case 'ExpressionStatement':
      if (source[end - 1] === ';') yield [start, end - 1, 'undefined'];
      return;
    case 'CallExpression': {
      const { type, object, property } = node.callee as Node;
      if (type !== 'MemberExpression') return;
      const { name, start: from, end: to } = property as Node & { name: string };
      const other = methods.get(name);
      if (other) yield [from, to, other];
      if (dropped.has(name)) yield [start, end, cut(object)];
      return;
    }
    case 'TaggedTemplateExpression': {
      const { start: from, end: to } = node.quasi as Node;
      yield* sqlMutants(source.slice(from + 1, to - 1), from + 1);
    }
  }
}
