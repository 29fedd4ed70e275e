/** Splits a list at its commas. */
export const words = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

export const firstNames = words(`
  Alice, Amira, Andrew, Angus, Anita, Bethan, Brian, Callum, Catherine, Charlotte, Chloe, Colin, Daniel, David, Deepa,
  Dominic, Eleanor, Ellie, Emma, Ewan, Farah, Fiona, Fraser, Gareth, Gemma, George, Grace, Graham, Hannah, Harriet, Harry,
  Hassan, Helen, Holly, Iain, Imran, Isla, Jack, James, Jasmine, Joanne, Joseph, Kate, Kieran, Laura, Leah, Lewis, Liam,
  Lucy, Malcolm, Marcus, Megan, Mohammed, Moira, Nadia, Natalie, Niall, Nigel, Oliver, Olivia, Owen, Patrick, Peter,
  Philippa, Priya, Rachel, Rebecca, Rhys, Robert, Rosie, Ruth, Sally, Samuel, Sanjay, Sarah, Sean, Shona, Simon, Sophie,
  Stephen, Susan, Tariq, Thomas, Victoria, William, Yasmin, Zoe`)

export const lastNames = words(`
  Abbott, Ahmed, Anderson, Armstrong, Ashworth, Bailey, Barker, Begum, Bennett, Birch, Blackwood, Bradshaw, Brennan,
  Brown, Burgess, Butler, Campbell, Carter, Chapman, Clarke, Coleman, Cooper, Crawford, Davies, Dawson, Dixon, Doyle,
  Edwards, Ellis, Evans, Fairclough, Farrell, Ferguson, Fletcher, Foster, Fraser, Gallagher, Gibson, Graham, Griffiths,
  Hall, Hamilton, Harding, Harris, Hartley, Hayes, Henderson, Hewitt, Higgins, Holloway, Hughes, Hussain, Jackson,
  Jenkins, Johnston, Jones, Kaur, Kelly, Kennedy, Khan, Knight, Lambert, Lawson, Lloyd, Macdonald, Marsh, Mason,
  McKenzie, Mills, Mitchell, Morgan, Morris, Murphy, Murray, Nash, Nicholls, Norris, Oakley, Osborne, Owen, Palmer,
  Parker, Patel, Pearson, Phillips, Pritchard, Quinn, Reid, Richards, Roberts, Robinson, Russell, Sharma, Shaw,
  Simmons, Sinclair, Singh, Spencer, Stewart, Sutton, Taylor, Thomson, Turner, Walker, Walsh, Watson, Webb, Whitaker,
  Williams, Wilson, Woodward, Wright, Yates, Young`)

export const streets = words(`
  Albert Road, Bridge Street, Canal Street, Castle Street, Chapel Lane, Church Road, Commercial Road, Dock Road,
  Enterprise Way, Foundry Lane, George Street, Granary Wharf, Harbour Way, High Street, Kingsway, London Road,
  Mill Lane, New Road, Old Quay Road, Park Avenue, Priory Road, Quayside, Queen Street, Railway Terrace, Royal Parade,
  Ship Street, Station Road, Tannery Close, Victoria Road, Warehouse Lane, Water Lane, Wharf Road`)

const townsOf = (region: string, names: string, timezone = 'Europe/London') =>
  words(names).map((city) => ({ city, region, timezone }))

export const towns = [
  ...townsOf('South East England', 'Portsmouth, Southampton, Brighton, Dover, Reading, Maidstone'),
  ...townsOf('South West England', 'Bristol, Plymouth, Exeter, Poole, Gloucester, Truro'),
  ...townsOf('Greater London', 'Greenwich, Croydon, Ealing, Stratford, Wembley'),
  ...townsOf('East of England', 'Felixstowe, Ipswich, Norwich, Cambridge, Peterborough'),
  ...townsOf('East Midlands', 'Nottingham, Leicester, Derby, Lincoln'),
  ...townsOf('West Midlands', 'Birmingham, Coventry, Wolverhampton, Shrewsbury'),
  ...townsOf('North West England', 'Liverpool, Manchester, Preston, Carlisle, Warrington'),
  ...townsOf('Yorkshire and the Humber', 'Hull, Leeds, Sheffield, York, Whitby'),
  ...townsOf('North East England', 'Newcastle, Sunderland, Hartlepool, Durham'),
  ...townsOf('Wales', 'Cardiff, Swansea, Newport, Holyhead'),
  ...townsOf('Scotland', 'Aberdeen, Dundee, Edinburgh, Glasgow, Inverness, Stirling'),
  ...townsOf('Northern Ireland', 'Belfast, Larne, Lisburn'),
  ...townsOf('Leinster', 'Dublin, Drogheda', 'Europe/Dublin'),
  ...townsOf('Isle of Man', 'Douglas', 'Europe/Isle_of_Man'),
  ...townsOf('Jersey', 'St Helier', 'Europe/Jersey'),
  ...townsOf('Gibraltar', 'Gibraltar', 'Europe/Gibraltar'),
]

export const clientNames = words(`
  Albion, Anchor, Ashdown, Beacon, Blackthorn, Bluebell, Calder, Cathedral, Channel, Clydeside, Copperfield, Cotswold,
  Fairhaven, Falcon, Foxglove, Granite, Greystone, Hawthorn, Heron, Highfield, Kestrel, Kingfisher, Lakeland, Larkhill,
  Lighthouse, Meridian, Mersey, Northgate, Oakfield, Orchard, Pennine, Pilgrim, Portland, Ravenswood, Redwood, Riverside,
  Rowan, Saltmarsh, Sandpiper, Severn, Silverdale, Stonebridge, Thames Valley, Tidewater, Wessex, Westbrook, Whitestone,
  Willowbank`)
