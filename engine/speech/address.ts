import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/** Link-local addresses are never allowed because they can expose cloud credentials. */
const blockedNetworks = new BlockList()
blockedNetworks.addSubnet('169.254.0.0', 16, 'ipv4')
blockedNetworks.addSubnet('fe80::', 10, 'ipv6')
blockedNetworks.addSubnet('0.0.0.0', 8, 'ipv4')
blockedNetworks.addAddress('::', 'ipv6')

/** Returns why nothing can be sent to the URL, or null if it can. Checks every address that the host name resolves to. */
export async function refuseAddress(
  url: string,
  allowPublic: boolean,
  kind: 'speech' | 'opinion' = 'speech',
): Promise<string | null> {
  const service = kind === 'speech' ? 'recognition service' : 'language model'
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    return `The ${service} URL must start with http:// or https://.`
  if (parsed.username !== '' || parsed.password !== '')
    return `The ${service} URL must not contain a user name or password. Set its key instead.`
  const host = parsed.hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) return `Couldn’t find ${host}, the address of the ${service}. Check the URL.`
  for (const address of addresses) {
    if (isIn(blockedNetworks, address)) return `The ${service} ${host} is at ${address}, which is never allowed.`
    if (!allowPublic && !isIn(privateNetworks, address))
      return `The ${service} ${host} is outside this machine and its private network (${address}). Allow sending ${kind === 'speech' ? 'audio' : 'transcripts'} there first.`
  }
  return null
}

function isIn(list: BlockList, address: string): boolean {
  // The block list also matches IPv4-mapped addresses such as "::ffff:127.0.0.1".
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
