import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../log.ts';

type Done = Parameters<SpanExporter['export']>[1];

/** Says in the log when the receiver stops taking spans, and when it takes them again: not for each batch. */
export function warnOnce(exporter: SpanExporter, log: Logger): SpanExporter {
  let failing = false;
  return {
    export(spans: ReadableSpan[], done: Done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== 0;
        if (fails && !failing) log.warn({ reason: result.error?.name }, 'the receiver of traces takes no spans');
        if (!fails && failing) log.info('the receiver of traces takes spans again');
        failing = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
