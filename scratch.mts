import sharp from 'sharp'
import { writeFileSync } from 'node:fs'
import { renderReport } from './src/reports/render-report.js'
import { prepareImage } from './src/reports/images.js'
const file = (n: number) => ({ documentId: `d${n}`, name: `photo-${n}.jpg`, contentType: 'image/jpeg', size: 2_345_678, sha256: (n%10+'').repeat(64) })
const photo = async (hue: number, w=1600, h=1200) => sharp({ create: { width: w, height: h, channels: 3, background: `hsl(${hue},40%,55%)` } }).composite([{input: Buffer.from(`<svg width="${w}" height="${h}"><circle cx="${w/2}" cy="${h/2}" r="300" fill="#fff8"/><rect x="200" y="200" width="300" height="400" fill="#0006"/></svg>`)}]).jpeg().toBuffer()
const images = new Map()
for (let n=1;n<=8;n++) images.set(`d${n}`, (await prepareImage(await photo(n*40, n%3?1600:1000, n%3?1200:1500),'photograph'))!)
images.set('logo',(await prepareImage(await sharp(Buffer.from('<svg width="600" height="160"><rect width="160" height="160" rx="30" fill="#e08a00"/><path d="M40 110 L80 40 L120 110Z" fill="#fff"/><text x="190" y="110" font-size="90" font-family="DejaVu Sans" fill="#333">Harbour</text></svg>')).png().toBuffer(),'picture'))!)
images.set('sig',(await prepareImage(await sharp(Buffer.from('<svg width="600" height="200"><path d="M30 150 C 80 20, 120 20, 130 140 S 200 60 240 120 S 330 30 360 130 S 480 90 560 60" stroke="#113" stroke-width="6" fill="none"/></svg>')).png().toBuffer(),'picture'))!)
const answers = [
 { questionId:'1', question:'Is the seal intact?', condition:null, answer:'Yes', notApplicable:false, fails:false, note:null, answeredAt:null, photographs:[] },
 { questionId:'2', question:'What does it contain?', condition:null, answer:'Foam', notApplicable:false, fails:false, note:null, answeredAt:null, photographs:[] },
 { questionId:'3', question:'What does the gauge show?', condition:'If “What does it contain?” is Foam', answer:'8 bar', notApplicable:false, fails:true, note:'The needle is in the red. Ελληνικά, Кириллица, čeština, ✓ ⚠ ℃ → 日本.', answeredAt:null, photographs:[file(1),file(2)] },
 { questionId:'4', question:'When was the last service? This is a very long question that needs several lines, so that we see how the columns of the table behave when there is much text to be shown.', condition:null, answer:null, notApplicable:true, fails:false, note:null, answeredAt:null, photographs:[] },
 { questionId:'5', question:'A photograph of the label', condition:null, answer:null, notApplicable:false, fails:false, note:null, answeredAt:null, photographs:[file(3),file(4),file(5),file(6)] },
]
const insp = (n:number, outcome:'passed'|'failed') => ({ inspectionId:'i'+n, asset:{assetId:'a', code:`FX-${n}`, type:'Fire extinguisher'}, zone:'Pump Room', inspectedAt:'2026-11-26T17:40:00.000Z', inspector:'Kieran Campbell', outcome, score: 25, note:'Access was blocked by a pallet.', checklist:{name:'Fire extinguisher, monthly', version:2}, sections:[{name:'Outside', answers:answers.slice(0,3)},{name:'Label', answers:answers.slice(3)}], photographs:[file(7)] })
const facts=[{label:'Asset',value:'FX-1 · Fire extinguisher'},{label:'Site',value:'North Quay, 1 Quay Street, Porthaven'},{label:'Client',value:'Kingfisher Cold Storage plc'},{label:'Zone',value:'Pump Room'},{label:'Job',value:'Job 12 · Monthly round'},{label:'Inspected',value:'26 November 2026 at 17:40 GMT'},{label:'Inspector',value:'Kieran Campbell'},{label:'Score',value:'25 %'},{label:'Note',value:'Access was blocked by a pallet. '.repeat(6)}]
const findings=[{findingId:'f',assetCode:'FX-1',title:'What does the gauge show?',note:'The needle is in the red.',severity:'High',status:'open' as const,openedAt:'2026-11-26T17:40:00.000Z',dueAt:'2026-12-03T17:40:00.000Z',resolution:null,photographs:[file(8)]}]
const base={ language:'en-GB', timeZone:'Europe/London', company:{name:'Harbour Inspection Ltd',registrationNumber:'R-12345',vatNumber:'GB 123 4567',logoId:'logo'}, facts, assets:[], findings, photographs:[], evidence:[1,2,3,4,5,6,7,8].map(file) }
const many = Number(process.argv[2] ?? 6)
const one={...base,title:'Inspection report',subtitle:'FX-1 · Fire extinguisher',outcome:'failed' as const,inspections:[insp(1,'failed')],signature:null}
const job={...base,title:'Job report',subtitle:'Job 12 · Monthly round · North Quay',outcome:null,inspections:Array.from({length:many},(_, i)=>insp(i+1,i%3?'passed':'failed')),signature:{name:'J. Doe',signedAt:'2026-11-26T18:01:00.000Z',sha256:'ab'.repeat(32),documentId:'sig'}}
for (const [name,content] of Object.entries({one,job})) {
 const t=performance.now()
 const pdf=await renderReport({content,contentSha256:'cd'.repeat(32),createdAt:new Date('2026-11-26T18:02:00Z')},images)
 console.log(name,pdf.length,Math.round(performance.now()-t),'ms')
 writeFileSync(`/tmp/rep/${name}.pdf`,pdf)
}
