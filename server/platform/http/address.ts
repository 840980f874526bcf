import type { FastifyRequest } from 'fastify'
import { publicUrl } from '../config.ts'

/** Returns one key per IPv4 address and per IPv6 /64, because one subscriber can use every address of a /64. */
export function getAddressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const forwarding =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*|fastly-client-ip)$/
const ownNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * Ignores TRUSTED_PROXIES. Returns false for requests that came through a local proxy or used another host name. By
 * default, nginx doesn't forward the client's address, but its use of HTTP/1.0 gives it away.
 */
export function isDirectLoopback({ socket, headers, hostname, raw, server }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  if (address !== '::1' && !address.startsWith('127.')) return false
  if (raw.httpVersion === '1.0' || !ownNames.test(new URL(publicUrl(server.parts.config)).hostname)) return false
  return ownNames.test(hostname) && !Object.keys(headers).some((name) => forwarding.test(name))
}
