import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { ObservedStatement } from '../db/client.ts';

const LONGEST_TEXT = 1_000;

/**
 * A span for each statement that runs within another one. Its text is the source's, with $1 in place of values; of a statement that
 * a program put together, it is left out.
 */
export const statementSpans = (tracer: Tracer) => (statement: ObservedStatement) => {
  const parent = trace.getActiveSpan();
  if (!parent?.isRecording()) return;
  const span = tracer.startSpan(
    'statement',
    { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
    context.active(),
  );
  return (error: unknown) => {
    const text = (statement.string ?? '').replace(/\s+/g, ' ').trim();
    const verb = /^[a-z]+/i.exec(text)?.[0].toLowerCase();
    if (verb) span.updateName(`postgresql ${verb}`);
    if (statement.tagged) span.setAttribute('db.query.text', text.slice(0, LONGEST_TEXT));
    if (error) {
      const { code, name } = error as { code?: unknown; name?: unknown };
      span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
};
