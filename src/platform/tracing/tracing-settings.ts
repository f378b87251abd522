/** What OTEL_TRACES_SAMPLER may be. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracingSettings {
  /** Without the path /v1/traces, which is appended. */
  endpoint: string;
  /** Sent with every request, such as the key of a receiver. */
  headers: Readonly<Record<string, string>>;
  service_name: string;
  attributes: Readonly<Record<string, string>>;
  sampler: (typeof SAMPLERS)[number];
  /** Which share of traces a sampler by ratio takes. */
  ratio: number;
}
