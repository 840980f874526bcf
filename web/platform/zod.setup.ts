/** Import this file first. Otherwise, zod probes `new Function`, which the CSP reports as a violation. */
import { config } from 'zod'

config({ jitless: true })
