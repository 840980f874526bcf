import { BlockList, isIP } from 'node:net'

const near = new BlockList()
near.addSubnet('127.0.0.0', 8, 'ipv4')
near.addSubnet('10.0.0.0', 8, 'ipv4')
near.addSubnet('172.16.0.0', 12, 'ipv4')
near.addSubnet('192.168.0.0', 16, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/**
 * Whether a host is this machine or the private network, by its name alone: an address of those ranges, `localhost`,
 * or a name without a dot, which only the local network (a container's neighbour) can resolve.
 */
export function isNearHost(host: string): boolean {
  const kind = isIP(host)
  if (kind > 0) return near.check(host, kind === 6 ? 'ipv6' : 'ipv4')
  return host === 'localhost' || !host.includes('.')
}
