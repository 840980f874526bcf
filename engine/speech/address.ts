import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const ours = new BlockList()
ours.addSubnet('127.0.0.0', 8, 'ipv4')
ours.addSubnet('10.0.0.0', 8, 'ipv4')
ours.addSubnet('172.16.0.0', 12, 'ipv4')
ours.addSubnet('192.168.0.0', 16, 'ipv4')
ours.addAddress('::1', 'ipv6')
ours.addSubnet('fc00::', 7, 'ipv6')

/** Cloud machines answer their own secrets on link-local addresses: never, whatever is allowed. */
const never = new BlockList()
never.addSubnet('169.254.0.0', 16, 'ipv4')
never.addSubnet('fe80::', 10, 'ipv6')
never.addSubnet('0.0.0.0', 8, 'ipv4')
never.addAddress('::', 'ipv6')

/**
 * Whether audio may be sent to this service: null where it may, else one sentence why not. By default only this machine
 * and the private network are allowed; every address behind the name counts, because a resolver may answer any of them.
 */
export async function refuseAddress(url: string, allowPublic: boolean): Promise<string | null> {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    return 'The address of the recognition service must begin with http:// or https://.'
  if (parsed.username !== '' || parsed.password !== '')
    return 'The address of the recognition service must not hold a name and password; set its key instead.'
  const host = parsed.hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) return `The recognition service ${host} cannot be found: its name has no address.`
  for (const address of addresses) {
    if (isIn(never, address)) return `The recognition service ${host} is at ${address}, which is never allowed.`
    if (!allowPublic && !isIn(ours, address))
      return `The recognition service ${host} is outside this machine and its private network (${address}); sending audio there must be allowed first.`
  }
  return null
}

function isIn(list: BlockList, address: string): boolean {
  // "::ffff:127.0.0.1" is the IPv4 address in IPv6's clothes; the list knows that.
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
