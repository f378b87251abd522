import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A node of the syntax tree, loosely typed. */
type Node = { type: string; start: number } & Record<string, unknown>;

export interface Source {
  file: string;
  text: string;
  nodes: Node[];
}

/** Every source file under a folder, without tests, with all nodes of its syntax tree. */
export function readSources(under = 'src', kind = /\.tsx?$/): Source[] {
  return readdirSync(join(root, under), { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name) && !/\.(test|testonly|d)\./.test(name))
    .map((name) => {
      const file = join(under, name);
      return parseSource(file, readFileSync(join(root, file), 'utf8'));
    });
}

export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return { file, text, nodes: nodesOf(program) };
}

/** The texts that a source may name: as whole keys, and by templates whose placeholders match anything. */
export function textNamesOf({ nodes }: Source): { names: Set<string>; patterns: RegExp[] } {
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  for (const node of nodes) {
    if (node.type === 'Literal' && typeof node.value === 'string') names.add(node.value);
    if (node.type !== 'TemplateLiteral') continue;
    const [pattern = ''] = stringsOf(node);
    if (/^[a-z]\w*[.*]/.test(pattern) && pattern !== '*')
      patterns.push(new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`));
  }
  return { names, patterns };
}

function nodesOf(program: ESTree.Program): Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      nodes.push(value);
      Object.values(value).forEach(visit);
    }
  };
  visit(program);
  return nodes;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const at = ({ file, text }: Source, node: Node): string =>
  `${file}:${text.slice(0, node.start).split('\n').length}`;

/** The strings an expression may evaluate to, as far as the source shows; a template's placeholders are `*`. */
export function stringsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : [];
  if (value.type === 'TemplateLiteral')
    return [(value.quasis as { value: { cooked: string } }[]).map(({ value: part }) => part.cooked).join('*')];
  if (value.type === 'ConditionalExpression') return [...stringsOf(value.consequent), ...stringsOf(value.alternate)];
  if (value.type === 'LogicalExpression') return [...stringsOf(value.left), ...stringsOf(value.right)];
  if (/^(JSXExpressionContainer|TSAsExpression|ParenthesizedExpression)$/.test(value.type))
    return stringsOf(value.expression);
  return [];
}

/** The name of a call's callee: `message`, `min` of `z.string().min(…)`, `AppError` of `new AppError(…)`. */
export function calleeOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
  const callee = node.callee as Node;
  const name = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
  return name.type === 'Identifier' ? (name.name as string) : undefined;
}

export const nameOf = (node: Node): string => String((node.name as Node | undefined)?.name ?? '');

/** An object literal's properties by name; undefined if it isn't one, or if it has a spread. */
export function propertiesOf(value: unknown): Map<string, unknown> | undefined {
  if (!isNode(value) || value.type !== 'ObjectExpression') return;
  const named = new Map<string, unknown>();
  for (const property of value.properties as Node[]) {
    if (property.type !== 'Property') return;
    const key = property.key as Node;
    named.set(String(key.name ?? key.value), property.value);
  }
  return named;
}
