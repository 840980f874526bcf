import { isIP } from 'node:net'
import type { Recognition } from '#engine/stage.ts'
import type { Config } from '#server/platform/config.ts'

/** Where speech may be recognised. Audio leaves the private network only where the operator said that it may. */
export function recognitionOf(config: Config): Recognition {
  const { SPEECH_URL, SPEECH_MODEL, SPEECH_API_KEY, SPEECH_ALLOW_REMOTE, MODELS_DIR } = config
  const allowed = SPEECH_URL !== undefined && (SPEECH_ALLOW_REMOTE || isPrivate(new URL(SPEECH_URL).hostname))
  return {
    endpoint: allowed ? { url: SPEECH_URL, model: SPEECH_MODEL, apiKey: SPEECH_API_KEY ?? null } : null,
    modelFolder: MODELS_DIR ?? null,
    allowDraft: config.DRAFT_RECOGNITION,
    findingsOnDraft: config.DRAFT_FINDINGS,
  }
}

/**
 * Loopback and private addresses (RFC 1918, RFC 4193, link-local), and localhost by name. Any other name could point
 * anywhere, so it counts as remote.
 */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (isIP(host) === 4) return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
  return isIP(host) === 6 && (host === '::1' || /^f[cd]/.test(host) || /^fe[89ab]/.test(host))
}
