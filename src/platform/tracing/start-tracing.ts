import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { observeStatements } from '../db/client.ts';
import type { Logger } from '../log.ts';
import { samplerOf } from './sampler-of.ts';
import { statementSpans } from './statement-spans.ts';
import { type RunningSpan, type SpanStart, setTracing } from './traced.ts';
import type { TracingSettings } from './tracing-settings.ts';
import { warnOnce } from './warn-once.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

export interface StartedTracing {
  /** Sends what is waiting. */
  flush(): Promise<void>;
  /** Sends what is waiting, and traces nothing more. */
  stop(): Promise<void>;
}

/** Traces this process: sends spans by OTLP to the receiver of the settings. Loaded only where there is one. */
export function startTracing(
  settings: TracingSettings,
  { version, log }: { version: string; log: Logger },
): StartedTracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...settings.attributes,
      'service.name': settings.service_name,
      'service.version': version,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: warnOnce(exporter, log) })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer('facevalue', version);

  setTracing({
    within<T>({ name, kind, facts, traceparent }: SpanStart, work: (span: RunningSpan) => Promise<T>): Promise<T> {
      const options = { kind: KINDS[kind], ...(facts && { attributes: facts as Attributes }) };
      return tracer.startActiveSpan(name, options, parentOf(kind, traceparent), async (span) => {
        try {
          return await work(runningSpan(span));
        } catch (error) {
          fail(span, error instanceof Error ? error.name : 'unknown');
          throw error;
        } finally {
          span.end();
        }
      });
    },
  });
  observeStatements(statementSpans(tracer));
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      setTracing(null);
      observeStatements(null);
      await provider.shutdown();
      context.disable();
      propagation.disable();
    },
  };
}

/** A request begins a trace of its own, or goes on with that of a trusted sender. */
function parentOf(kind: SpanStart['kind'], traceparent: string | undefined): Context {
  if (kind !== 'server') return context.active();
  return traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}

const runningSpan = (span: Span): RunningSpan => ({
  rename: (name) => void span.updateName(name),
  note: (facts) => void span.setAttributes(facts),
  fail: (kind) => fail(span, kind),
});

function fail(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
