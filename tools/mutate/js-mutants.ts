import { parseSync } from 'vite';
import { type Mutant, sqlMutants } from './sql-mutants.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const operators = new Map(
  ['< <=', '> >=', '+ -', '* /', '+= -='].flatMap((pair) => {
    const [one = '', other = ''] = pair.split(' ');
    return [
      [one, other],
      [other, one],
    ];
  }),
);
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);
const dropped = new Set(['filter', 'toSorted', 'toReversed', 'sort', 'reverse', 'trim', 'toLowerCase', 'toUpperCase']);
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export interface Parsed {
  mutants: Mutant[];
  /** The bodies of the functions, outermost first. */
  bodies: { start: number; end: number; isBlock: boolean }[];
}

/** Every mutant of a TypeScript file, SQL included. */
export function parseMutants(path: string, source: string): Parsed {
  const mutants: Mutant[] = [];
  const bodies: Parsed['bodies'] = [];
  const visit = (node: Node, parent?: Node): void => {
    if (node.type.startsWith('Import') || /^TS(?!As|NonNull|Satisfies)/.test(node.type)) return;
    if (functions.has(node.type)) {
      const { start, end, type } = node.body as Node;
      bodies.push({ start, end, isBlock: type === 'BlockStatement' });
    }
    mutants.push(...mutantsOf(node, parent, source));
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(parseSync(path, source).program as unknown as Node);
  return { mutants: mutants.sort((a, b) => a.start - b.start), bodies };
}

const isRefusal = ({ type, body }: Node): boolean =>
  /^(Throw|Return)Statement$/.test(type) || (type === 'BlockStatement' && (body as Node[]).some(isRefusal));

/** A named number, or the first factor of one. */
const isLimit = (node: Node, parent: Node | undefined) =>
  parent?.type === 'VariableDeclarator' ||
  parent?.type === 'Property' ||
  (parent?.type === 'BinaryExpression' && parent.operator === '*' && parent.left === node);

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

function* mutantsOf(node: Node, parent: Node | undefined, source: string): Generator<Mutant> {
  const { start, end } = node;
  const cut = (part: Node) => source.slice(part.start, part.end);
  const [left, right] = [node.left as Node, node.right as Node];
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node;
      // A refusal that always happens fails every test: the one that never happens is of interest.
      if (!isRefusal(node.consequent as Node)) yield { start: test.start, end: test.end, text: 'true' };
      yield { start: test.start, end: test.end, text: 'false' };
      return;
    }
    case 'BinaryExpression':
    case 'AssignmentExpression': {
      const other = operators.get(node.operator as string);
      if (!other || (typeof left.value === 'number' && typeof right.value === 'number')) return;
      yield { start, end, text: `${cut(left)} ${other} ${cut(right)}` };
      return;
    }
    case 'LogicalExpression':
      if (node.operator === '??') return;
      yield { start, end, text: cut(left) };
      yield { start, end, text: cut(right) };
      return;
    case 'UnaryExpression':
      // Elsewhere it's a condition, which is replaced as a whole.
      if (node.operator === '!' && !parent?.test && parent?.type !== 'LogicalExpression')
        yield { start, end, text: cut(node.argument as Node) };
      return;
    case 'Literal':
      if (typeof node.value === 'boolean') yield { start, end, text: String(!node.value) };
      if (typeof node.value === 'number' && isLimit(node, parent)) yield { start, end, text: String(node.value + 1) };
      return;
    case 'ExpressionStatement':
      if (source[end - 1] === ';') yield { start, end, text: ';' };
      return;
    case 'CallExpression': {
      const { type, object, property } = node.callee as Node;
      if (type !== 'MemberExpression') return;
      const name = (property as Node).name as string;
      const other = methods.get(name);
      if (other) yield { start: (property as Node).start, end: (property as Node).end, text: other };
      if (dropped.has(name)) yield { start, end, text: cut(object as Node) };
      return;
    }
    case 'TaggedTemplateExpression': {
      const quasi = node.quasi as Node;
      yield* sqlMutants(source.slice(quasi.start + 1, quasi.end - 1), quasi.start + 1);
    }
  }
}
