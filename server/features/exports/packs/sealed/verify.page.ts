import { toPolicySource } from '#server/platform/escape.ts'
import * as check from './check.ts'
import * as readers from './readers.ts'
import * as zip from './zip.ts'
import type { Hash } from './sealed.types.ts'

const style = `:root{color-scheme:light dark;font:16px/1.55 system-ui,"Segoe UI",sans-serif}
body{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 5rem}h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
label{display:block;font-weight:600;margin:1.25rem 0 .3rem}input{font:inherit;width:100%;box-sizing:border-box}
button{font:inherit;font-weight:600;margin-top:1.25rem;padding:.6rem 1.1rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff;cursor:pointer}
button:disabled{background:#6b7280}:focus-visible{outline:3px solid #60a5fa;outline-offset:2px}
#verdict{font-size:1.15rem;font-weight:700;margin:1.5rem 0 .25rem}.good{color:#15803d}.bad{color:#b91c1c}
@media(prefers-color-scheme:dark){.good{color:#86efac}.bad{color:#fca5a5}}li,code{overflow-wrap:anywhere}small{opacity:.8}`

const script = `"use strict";
const kit={sha256,crc32,locate,layoutZip,checkCustody,checkSignature,readManifest};
const $=id=>document.getElementById(id);
const entryOf=(file,name)=>({name,size:file.size,read:async(from,to)=>new Uint8Array(await file.slice(from,to).arrayBuffer())});
const put=(list,texts)=>{list.replaceChildren(...texts.map(text=>{const li=document.createElement("li");li.textContent=text;return li}))};
const say=(text,kind)=>{const v=$("verdict");v.textContent=text;v.className=kind};
$("form").addEventListener("submit",async event=>{
event.preventDefault();
const zip=$("zip").files[0],folder=[...$("folder").files],button=$("button");
put($("faults"),[]);put($("facts"),[]);
if(!zip&&folder.length===0){say("Choose the zip or its unpacked folder.","bad");return}
button.disabled=true;say("Reading…","");
kit.progress=(done,total,name)=>{$("step").textContent=name+": "+Math.floor(done/Math.max(1,total)*100)+"%"};
try{
let given;
if(zip)given=await readZip(entryOf(zip,zip.name),kit);
else{
const top=folder.map(file=>file.webkitRelativePath.split("/")).find(parts=>parts.at(-1)==="manifest.json");
const depth=top?top.length-1:1;
given={entries:folder.map(file=>entryOf(file,file.webkitRelativePath.split("/").slice(depth).join("/"))),faults:[]};
}
const report=await checkSealed(given,[...$("originals").files].map(file=>entryOf(file,file.name)),kit);
const n=report.checked,many=(count,one)=>count.toLocaleString("en-US")+" "+one+(count===1?"":"s");
const key=$("key").value.replace(/[\\s:]/g,"").toLowerCase();
if(key!==""&&key!==report.signedBy)report.faults.push({message:report.signedBy?"It was signed by a different key: "+report.signedBy:"It is not signed"});
if(report.faults.length===0)say(key===""||!report.signatureChecked?"Consistent, origin not checked.":"Consistent, and signed by the key you entered.","good");
else say(key!==""&&key!==report.signedBy&&report.faults.length===1?"The origin does not match the key you entered.":report.faults.length===1?"Altered in 1 place.":"Altered in "+report.faults.length+" places.","bad");
put($("faults"),report.faults.slice(0,200).map(fault=>fault.message+"."));
put($("facts"),[
report.signedBy?"Signed by the key "+report.signedBy+(report.signatureChecked?"":" (this browser cannot check the signature; use the command line)"):"Not signed.",
"Fingerprint (SHA-256 of the manifest): "+(report.fingerprint||"none"),
"Checked: "+many(n.files,"file")+", "+many(n.bytes,"byte")+", "+many(n.events,"event")+" in the custody log, "+many(n.originals,"original")+".",
...(report.notGiven.length?["Originals not supplied, so not checked: "+report.notGiven.join(", ")+"."]:[])]);
}catch(error){say(error instanceof Error?error.message:String(error),"bad")}
$("step").textContent="";button.disabled=false;
});`

/**
 * Embeds the source text of every exported function. They depend on nothing else, and Node has already stripped the
 * types.
 */
const functions = (): string =>
  Object.entries<unknown>({ sha256, crc32, ...readers, ...zip, ...check })
    .map(([name, value]) => `const ${name}=${String(value)};`)
    .join('\n')

export function verifyPage(): string {
  // A script element ends at the first "</script", even in a string.
  const code = `${functions()}\n${script}`.replaceAll('</', String.raw`<\/`)
  const policy = `default-src 'none'; script-src ${toPolicySource(code)}; style-src ${toPolicySource(style)}; base-uri 'none'; form-action 'none'`
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>Check an evidence pack</title><style>${style}</style></head><body><main>`,
    '<h1>Check an evidence pack</h1>',
    '<p>This page checks whether anything was changed after the pack was created. It works offline: no file you choose leaves this device.</p>',
    '<form id="form"><label for="zip">Zip file</label><input id="zip" type="file" accept=".zip,application/zip">',
    '<label for="folder">Or its unpacked folder</label><input id="folder" type="file" webkitdirectory multiple>',
    '<label for="originals">Original recordings, if you have them</label><input id="originals" type="file" multiple aria-describedby="about-originals">',
    '<small id="about-originals">An evidence pack does not contain the originals. Each one you choose is compared with the recording the pack was made from.</small>',
    '<label for="key">Fingerprint of the sender’s key, if you have it</label><input id="key" type="text" autocomplete="off" spellcheck="false" aria-describedby="about-key">',
    '<small id="about-key">Get it from the sender by phone or from the signed certificate. Without it, the origin is not checked.</small>',
    '<div><button id="button" type="submit">Check</button></div></form>',
    '<div role="status" aria-live="polite"><p id="verdict"></p><p id="step"></p></div><ul id="faults"></ul><ul id="facts"></ul>',
    '<h2>What this proves</h2><p>This check proves that every byte is as it was written and that the custody log is unbroken. It proves who made the pack only if you enter the fingerprint of their key. A page that came with a pack could itself be forged: <code>venire verify pack FILE --key FINGERPRINT</code> runs the same check.</p>',
    '<noscript><p>Turn on JavaScript to run this check.</p></noscript>',
    `</main><script>${code}</script></body></html>`,
  ].join('\n')
}

/**
 * Incremental SHA-256 (FIPS 180-4). A browser's built-in digest needs the whole file in memory, and some browsers don't
 * offer it on a local page.
 */
export function sha256(): Hash {
  const k = new Uint32Array(64)
  const state = new Uint32Array(8)
  // The constants are the first 32 bits of the fractional parts of the square and cube roots of primes.
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0
  for (let prime = 2, count = 0; count < 64; prime++) {
    let isPrime = true
    for (let by = 2; by * by <= prime; by++) if (prime % by === 0) isPrime = false
    if (!isPrime) continue
    if (count < 8) state[count] = fraction(Math.sqrt(prime))
    k[count++] = fraction(Math.cbrt(prime))
  }
  const w = new Uint32Array(64)
  const block = new Uint8Array(64)
  let held = 0
  let total = 0
  const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by))
  const take = (bytes: Uint8Array, from: number) => {
    for (let i = 0; i < 16; i++) {
      const at = from + i * 4
      w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    }
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const next = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < 8; i++) state[i] = state[i]! + next[i]!
  }
  const update = (bytes: Uint8Array) => {
    total += bytes.length
    let at = 0
    if (held > 0) {
      at = Math.min(64 - held, bytes.length)
      block.set(bytes.subarray(0, at), held)
      held += at
      if (held < 64) return
      take(block, 0)
      held = 0
    }
    for (; at + 64 <= bytes.length; at += 64) take(bytes, at)
    block.set(bytes.subarray(at), 0)
    held = bytes.length - at
  }
  return {
    update,
    hex() {
      const bits = total * 8
      const pad = new Uint8Array((held < 56 ? 56 : 120) - held + 8)
      pad[0] = 0x80
      const view = new DataView(pad.buffer)
      view.setUint32(pad.length - 8, Math.floor(bits / 2 ** 32))
      view.setUint32(pad.length - 4, bits >>> 0)
      update(pad)
      return Array.from(state, (each) => each.toString(16).padStart(8, '0')).join('')
    },
  }
}

export function crc32(bytes: Uint8Array): number {
  const table = new Uint32Array(256)
  for (let each = 0; each < 256; each++) {
    let value = each
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    table[each] = value
  }
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at++) crc = table[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
