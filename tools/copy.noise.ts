const noise: readonly RegExp[] = [
  /^(?:use strict|[a-z]{2}-[A-Z]{2}|[a-z]+(?:_[a-z]+)+)$/,
  /^(?:HTTP\/|(?:content-\w+|x-[\w-]+|connection|event): |(?:attachment|sandbox); |public, |default-src |Bearer )/,
  /^\d{3} (?:Bad Request|Request )/,
  /^(?:no key update|key share|repeatable read|read only|discard all|not exists|set timezone|coalesce\(|for update)/,
  /^\{of[A-Z]|\b\w+_id (?:in \(|=)|\bnot in \(|\bid (?:in \(|= )|\b[a-z]\.\w+_\w+,/,
  /^(?:const \{|:root|translate\(|\(prefers-|not all$)/,
  /^(?:Format|Style|ScriptType|WrapStyle|ScaledBorderAndShadow|PlayRes[XY]): |^ffconcat |^file '/,
  /(?:\|\w+){3}/,
  /^venire (?:\{purpose\}|backup|fingerprint|manifest)|^(?:file|idempotency|password (?:account|pair)) \{/,
  /^WEBVTT|"\w+": \[$|^JUROR \{|^Mc\{|^\$1 /,
  /^(?:bias|hardship|none|Artifact|Cast|Column|Courier|Helvetica|Mul|Row|Transpose)$/,
]

export const isNoise = (text: string): boolean => noise.some((pattern) => pattern.test(text))
