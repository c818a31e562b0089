"""The army sheets once more, as tables: what the files of armies/ must say, cell by cell. [33]

Unit | figures | weapon and range | fire/melee/tenacity | special rules | points
"""

from __future__ import annotations

# fmt: off
SHEETS = {
    "french": """
        Old Guard                   | 24-36 | musket 12 | 3/6/6 | Elan, Skirmishers, Square    | 33
        Middle Guard                | 24-36 | musket 12 | 3/5/6 | Elan, Skirmishers, Square    | 31
        Young Guard                 | 24-36 | musket 12 | 3/5/5 | Elan, Skirmishers, Square    | 28
        Guard Marines               | 24-36 | musket 12 | 4/4/4 | Elan, Light Infantry, Square | 27
        Grenadiers                  | 24-36 | musket 12 | 3/5/4 | Elan, Skirmishers, Square    | 25
        Line Infantry               | 24-36 | musket 12 | 3/4/4 | Elan, Skirmishers, Square    | 23
        Light Infantry              | 24-36 | musket 12 | 4/3/4 | Elan, Light Infantry, Square | 25
        Marie Louise                | 24-36 | musket 12 | 2/3/3 | Skirmishers, Square          | 15
        National Guard              | 24-36 | musket 12 | 2/3/2 | Militia, Square              | 10
        Infantry Detachment         | 6-8   | musket 12 | 2/2/2 | Light Infantry               | 11
        Hussars and Chasseurs       | 9-14  | sabre     | -/4/3 | Carbines, Light Cavalry      | 22
        Lanciers                    | 9-14  | lance     | -/4/3 | Carbines, Light Cavalry      | 22
        Dragoons                    | 9-14  | sabre     | -/5/3 | Heavy Cavalry                | 22
        Cuirassiers and Carabineers | 9-14  | sabre     | -/6/4 | Heavy Cavalry                | 27
        Cavalry Detachment          | 3-3   | sabre     | -/2/1 | Carbines, Light Cavalry      | 12
        Field Artillery             | 1 gun | cannon 48 | 1/2/2 | Cannister                    | 20
        Heavy Artillery             | 1 gun | cannon 54 | 2/2/2 | Battery, Cannister, Slow     | 31
        Horse Artillery             | 1 gun | cannon 36 | 1/2/2 | Cannister, Horse Artillery   | 20
    """,
    "confederation": """
        Grenadiers      | 18-30 | musket 12 | 3/5/5 | Skirmishers, Square     | 27
        Line Infantry   | 24-36 | musket 12 | 3/4/4 | Skirmishers, Square     | 22
        Light Infantry  | 18-24 | musket 12 | 3/4/4 | Light Infantry, Square  | 24
        Chevaulegers    | 9-12  | sabre     | -/5/3 | Carbines, Light Cavalry | 24
        Field Artillery | 1 gun | cannon 48 | 1/2/2 | Cannister               | 20
    """,
    "british": """
        Foot Guard                | 30-48 | musket 12 | 3/6/6 | Disciplined Musketry, Skirmishers, Square    | 34
        Line Infantry             | 24-36 | musket 12 | 3/4/4 | Disciplined Musketry, Skirmishers, Square    | 24
        Light Infantry            | 24-36 | musket 12 | 4/3/4 | Disciplined Musketry, Light Infantry, Square | 26
        Riflemen                  | 24-36 | rifle 18  | 4/3/4 | Disciplined Musketry, Light Infantry, Square | 30
        Light Infantry Detachment | 4-8   | musket 12 | 2/2/2 | Disciplined Musketry, Light Infantry         | 13
        Rifle Detachment          | 4-8   | rifle 18  | 2/2/2 | Disciplined Musketry, Light Infantry         | 17
        Hussars                   | 9-14  | sabre     | -/4/3 | Carbines, Headstrong, Light Cavalry          | 24
        Light Dragoons            | 9-14  | sabre     | -/4/3 | Carbines, Headstrong, Light Cavalry          | 24
        Heavy Dragoons            | 9-14  | sabre     | -/6/4 | Headstrong, Heavy Cavalry                    | 29
        Household Cavalry         | 9-14  | sabre     | -/7/4 | Headstrong, Heavy Cavalry                    | 31
        Cavalry Detachment        | 3-3   | sabre     | -/2/1 | Carbines, Light Cavalry                      | 12
        Rocket Artillery          | 1 gun | rocket 60 | 1/2/2 | Rockets                                      | 22
        Field Artillery           | 1 gun | cannon 48 | 1/2/2 | Cannister                                    | 20
        Heavy Artillery           | 1 gun | cannon 54 | 1/2/2 | Cannister, Slow                              | 24
        Horse Artillery           | 1 gun | cannon 36 | 1/2/2 | Cannister, Horse Artillery                   | 20
    """,
    "spanish": """
        1st Line Infantry    | 24-36 | musket 12      | 3/4/3 | Skirmishers, Square                    | 18
        2nd Line Infantry    | 24-36 | musket 12      | 2/3/3 | Skirmishers, Square, Unpredictable     | 13
        Walloon Guard        | 24-36 | musket 12      | 3/4/4 | Skirmishers, Square                    | 22
        Cazadores            | 24-36 | musket 12      | 3/3/3 | Light Infantry, Square                 | 19
        Militia              | 24-36 | musket 12      | 2/3/2 | Militia, Square                        |  9
        Infantry Detachment  | 6-8   | musket 12      | 2/2/2 | Light Infantry                         | 12
        Guerrilla Detachment | 6-8   | musket 12      | 2/2/2 | Light Infantry, Unpredictable          | 12
        Line Cavalry         | 9-14  | sabre          | -/4/3 | Carbines, Unpredictable                | 19
        Hussars              | 9-14  | sabre          | -/3/3 | Carbines, Light Cavalry, Unpredictable | 20
        Lancers              | 9-14  | lance          | -/3/3 | Carbines, Light Cavalry, Unpredictable | 20
        Horse Cazadores      | 9-14  | sabre or lance | -/3/3 | Carbines, Light Cavalry, Unpredictable | 20
        Mounted Guerrillas   | 5-7   | lance          | -/2/2 | Hit & Run, Light Cavalry, Swift        | 17
        Cavalry Detachment   | 3-3   | sabre          | -/2/1 | Carbines, Light Cavalry                | 13
        Field Artillery      | 1 gun | cannon 48      | 1/2/2 | Cannister                              | 20
        Heavy Artillery      | 1 gun | cannon 54      | 2/2/2 | Cannister, Slow                        | 28
        Horse Artillery      | 1 gun | cannon 36      | 1/2/2 | Cannister, Horse Artillery             | 26
    """,
    "austrian": """
        Grenadiers           | 18-30 | musket 12      | 3/5/5 | Skirmishers, Square        | 30
        Line Infantry        | 24-36 | musket 12      | 3/4/4 | Skirmishers, Square        | 22
        Landwehr             | 24-36 | musket 12      | 2/3/3 | Militia, Square            | 12
        Insurrectio Infantry | 24-36 | musket 12      | 2/3/2 | Militia, Square            |  8
        Grenz                | 24-36 | musket 12      | 4/3/4 | Light Infantry, Square     | 26
        Jaegers              | 24-36 | rifle 18       | 4/3/4 | Light Infantry, Square     | 28
        Infantry Detachment  | 6-8   | musket 12      | 2/2/2 | Light Infantry             |  9
        Jaeger Detachment    | 6-8   | rifle 18       | 2/2/2 | Light Infantry             | 11
        Hussars & Uhlans     | 9-14  | sabre or lance | -/4/3 | Carbines, Light Cavalry    | 22
        Insurrectio Hussars  | 9-14  | sabre          | -/3/2 | Carbines, Light Cavalry    | 16
        Chevaulegers         | 9-14  | sabre          | -/5/3 | Carbines, Light Cavalry    | 24
        Dragoons             | 9-11  | sabre          | -/5/3 | Heavy Cavalry              | 22
        Cuirassiers          | 9-11  | sabre          | -/6/4 | Heavy Cavalry              | 28
        Cavalry Detachment   | 3-3   | sabre          | -/2/1 | Carbines, Light Cavalry    | 10
        Field Artillery      | 1 gun | cannon 48      | 1/2/2 | Cannister                  | 20
        Heavy Artillery      | 1 gun | cannon 54      | 1/2/2 | Cannister, Heavy Artillery | 24
        Horse Artillery      | 1 gun | cannon 36      | 1/2/2 | Cannister, Horse Artillery | 20
    """,
    "prussian": """
        Guard             | 24-36 | musket 12 | 3/6/5 | Skirmishers, Square        | 29
        Grenadiers        | 24-36 | musket 12 | 3/5/5 | Skirmishers, Square        | 27
        Musketeers        | 24-36 | musket 12 | 3/4/4 | Skirmishers, Square        | 22
        Fusiliers         | 24-36 | musket 12 | 4/3/4 | Light Infantry, Square     | 24
        Reserve Infantry  | 24-36 | musket 12 | 3/3/3 | Skirmishers, Square        | 17
        Landwehr          | 24-36 | musket 12 | 2/3/3 | Militia, Square            | 12
        Jaeger Detachment | 4-8   | rifle 18  | 2/2/2 | Light Infantry             | 15
        Hussars           | 9-14  | sabre     | -/4/3 | Carbines, Light Cavalry    | 22
        Uhlans            | 9-14  | lance     | -/4/3 | Carbines, Light Cavalry    | 22
        Dragoons          | 9-14  | sabre     | -/5/3 | Heavy Cavalry              | 22
        Cuirassiers       | 9-14  | sabre     | -/6/4 | Heavy Cavalry              | 27
        Landwehr Cavalry  | 9-14  | lance     | -/3/2 | Light Cavalry, Militia     | 15
        Field Artillery   | 1 gun | cannon 48 | 1/2/2 | Cannister                  | 20
        Heavy Artillery   | 1 gun | cannon 54 | 2/2/2 | Cannister, Slow            | 28
        Horse Artillery   | 1 gun | cannon 36 | 1/2/2 | Cannister, Horse Artillery | 20
    """,
    "russian": """
        Line Infantry   | 24-36 | musket 12 | 3/3/4 | Skirmishers, Square             | 20
        Jägers          | 24-36 | musket 12 | 3/3/4 | Light Infantry, Square          | 22
        Grenadiers      | 24-36 | musket 12 | 3/4/4 | Skirmishers, Square             | 22
        Guard           | 24-36 | musket 12 | 3/5/5 | Skirmishers, Square             | 27
        Opolchenie      | 24-36 | musket 12 | 2/3/3 | Militia, Square                 | 12
        Hussars         | 9-14  | sabre     | -/4/3 | Carbines, Light Cavalry         | 22
        Uhlans          | 9-14  | lance     | -/4/3 | Carbines, Light Cavalry         | 22
        Dragoons        | 9-14  | sabre     | -/5/3 | Heavy Cavalry                   | 22
        Cuirassiers     | 9-14  | sabre     | -/6/4 | Heavy Cavalry                   | 27
        Cossacks        | 5-7   | lance     | -/2/2 | Hit & Run, Light Cavalry, Swift | 17
        Field Artillery | 1 gun | cannon 48 | 1/2/2 | Cannister                       | 20
        Heavy Artillery | 1 gun | cannon 54 | 2/2/2 | Battery, Cannister, Slow        | 31
        Horse Artillery | 1 gun | cannon 36 | 1/2/2 | Cannister, Horse Artillery      | 20
    """,
    "portuguese": """
        Line Infantry   | 24-36 | musket 12 | 3/4/3 | Skirmishers, Square     | 18
        Caçadores       | 24-36 | rifle 18  | 4/3/3 | Light Infantry, Square  | 25
        Cavalry         | 9-14  | sabre     | -/4/3 | Carbines, Light Cavalry | 22
        Field Artillery | 1 gun | cannon 48 | 1/2/2 | Cannister               | 20
    """,
}
# fmt: on
